/** A command to send requests at a rate that does not depend on the responses, as visitors do. */
export interface PacedCommand {
  readonly port: number;
  readonly seconds: number;
  /** Requests a second at the start and at the end; the rate rises evenly. */
  readonly rates: readonly [from: number, to: number];
  /** The calls to send, one after another, again and again. */
  readonly calls: readonly PacedCall[];
}

/** A command to send a call `count` times at the same moment. */
export interface BurstCommand {
  readonly port: number;
  readonly count: number;
  readonly call: PacedCall;
}

export interface PacedCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True if the call opens a payment. The payment's webhook follows a second later and is repeated until it is accepted. */
  readonly opensPayment?: boolean;
}

/** The outcome of the calls with one name. */
export interface PacedResult {
  readonly name: string;
  /** The number of calls that ended with each status, or with each error code if the connection failed. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Percentiles of the response times of calls that got 200. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** 503 responses without `Retry-After`. */
  readonly unexplained: number;
}

/** Sessions whose webhooks were accepted, and how often a webhook had to be sent again. */
export interface Settled {
  readonly sessions: readonly string[];
  readonly repeated: number;
}
