/** A command to repeat one request on many connections for some time. */
export interface DriveCommand {
  readonly port: number;
  readonly connections: number;
  /** The whole request, head and body, as sent. */
  readonly request: string;
  readonly milliseconds: number;
}

/** A command to send each request once. Requests that got 503 are sent again at the end. */
export interface DeliverCommand {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
}

/** `responded` counts responses with status 200. Any other status except 503 fails the whole command. */
export interface LoadResult {
  readonly responded: number;
  readonly elapsedMs: number;
}
