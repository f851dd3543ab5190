/** An order to send requests at a rate that does not depend on the answers, as visitors do. */
export interface PacedOrder {
  readonly port: number;
  readonly seconds: number;
  /** Requests a second at the start and at the end; it rises evenly. */
  readonly rates: readonly [from: number, to: number];
  /** Sent in turn. */
  readonly calls: readonly PacedCall[];
}

/** An order to send a call `count` times at the same moment. */
export interface BurstOrder {
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
  /** Whether the answer opens a payment, whose webhook follows a second later and is repeated until it is accepted. */
  readonly opensPayment?: boolean;
}

/** What happened to the calls of one name. */
export interface PacedResult {
  readonly name: string;
  /** By status, or by the code of the error when the connection failed. */
  readonly statuses: Readonly<Record<string, number>>;
  /** In milliseconds, of those answered with 200. */
  readonly p50: number;
  readonly p95: number;
  /** Refusals without `Retry-After`. */
  readonly unexplained: number;
}

/** Sessions whose webhooks are accepted, and how often one had to be sent again. */
export interface Settled {
  readonly sessions: readonly string[];
  readonly repeated: number;
}
