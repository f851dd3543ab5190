/** The port to files that hold what does not fit in memory while a longer piece of work lasts. */
export interface TemporaryFiles {
  open(): Promise<TemporaryFile>;
}

/** A file that only this process can read. It is gone when it is closed, and when the process ends. */
export interface TemporaryFile {
  /** Adds bytes to the end, and returns the position at which they begin. */
  append(bytes: Uint8Array): Promise<number>;
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}
