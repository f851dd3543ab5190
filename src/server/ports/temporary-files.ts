/** The port to temporary files, for data that does not fit in memory. */
export interface TemporaryFiles {
  open(): Promise<TemporaryFile>;
}

/** A file that only this process can read. It is deleted when it is closed or the process ends. */
export interface TemporaryFile {
  /** Adds bytes to the end, and returns the position at which they begin. */
  append(bytes: Uint8Array): Promise<number>;
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}
