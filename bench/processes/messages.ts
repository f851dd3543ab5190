/** The first message of a started process: its pid, and the port it listens on, if any. */
export interface Greeting {
  readonly pid: number;
  readonly port: number | undefined;
}

export interface Question {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** The reply, or the reason why there is none. */
export type Answer = { readonly id: number; readonly reply: unknown } | { readonly id: number; readonly error: string };

/** CPU time since the process started, and memory. */
export interface Usage {
  readonly cpuMicros: number;
  /** Resident memory, in bytes. */
  readonly rss: number;
}
