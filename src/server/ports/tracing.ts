/** Values that describe a span: never personal data, a secret, or the parameter of a statement. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The content of a span. `server`: a request to us; `client`: a call of ours; `consumer`: a job; `internal`: all else. */
export interface SpanDetails {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes: SpanAttributes;
}

/** A span that has begun. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `cause` is a short code, not a message: messages can contain values. */
  fail(cause: string): void;
}

/** The span of a request, which its hooks and handler share. */
export interface RequestSpan extends Span {
  /** Calls the next part of the request within the span. */
  continue(next: () => void): void;
  end(): void;
}

/** Records requests and jobs as traces and sends them to a collector (decision 0142). */
export interface Tracing {
  /** Begins a trace with a request, or continues the one that its caller's `traceparent` names. */
  beginRequest(details: SpanDetails, traceparent: string | undefined): RequestSpan;
  /** Runs a job in the trace in which it was enqueued; in a new one if there was none. */
  runJob<Result>(
    details: SpanDetails,
    traceparent: string | null,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  /** Runs work in a span beneath the current one. Outside a recorded trace the work just runs. */
  runSpan<Result>(details: () => SpanDetails, work: (span: Span) => Result): Result;
  /** The current span in the form of W3C's `traceparent` header; null outside a trace. */
  traceparent(): string | null;
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}
