/** An order to repeat one request on many connections for some time. */
export interface DriveOrder {
  readonly port: number;
  readonly connections: number;
  /** The whole request, head and body, as sent. */
  readonly request: string;
  readonly milliseconds: number;
}

/** An order to send each request once. Those answered with 503 are sent again at the end. */
export interface DeliverOrder {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
}

/** `answered` counts responses with status 200. Any other status but 503 fails the whole order. */
export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
}
