/** The first thing a started process says: who it is, and where it listens, if it does. */
export interface Greeting {
  readonly pid: number;
  readonly port: number | undefined;
}

/** A question to a started process. */
export interface Ask {
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** Its answer, or why there is none. */
export type Answer = { readonly id: number; readonly reply: unknown } | { readonly id: number; readonly error: string };

/** What a process has used since it started. */
export interface Usage {
  readonly cpuMicros: number;
  /** Memory held now, in bytes. */
  readonly rss: number;
}
