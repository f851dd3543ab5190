/** One request on many connections for some time. */
export interface DriveOrder {
  readonly port: number;
  readonly connections: number;
  /** The whole request, head and body, as it goes over the wire. */
  readonly request: string;
  readonly milliseconds: number;
}

/** Many requests, each sent once; what is answered 503 is sent again at the end. */
export interface DeliverOrder {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly string[];
}

/** What came back with status 200. Any other status is an error of the whole order. */
export interface LoadResult {
  readonly answered: number;
  readonly elapsedMs: number;
}
