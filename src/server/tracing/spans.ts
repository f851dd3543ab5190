import { SpanKind, SpanStatusCode, type Span as RecordedSpan } from '@opentelemetry/api';
import type { Span, SpanDetails } from '#server/ports/tracing.ts';

export const kinds: Readonly<Record<SpanDetails['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Stands for a span outside of a recorded trace. */
export const noSpan: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

export const toSpan = (span: RecordedSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (cause) => fail(span, cause),
});

/** Runs work and ends the span with it, even when it fails. */
export function endWith<Result>(span: RecordedSpan, work: () => Result): Result {
  try {
    const result = work();
    if (result instanceof Promise) {
      void result.then(
        () => span.end(),
        (error: unknown) => endFailed(span, error),
      );
    } else span.end();
    return result;
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
}

function endFailed(span: RecordedSpan, error: unknown): void {
  fail(span, causeOf(error));
  span.end();
}

function fail(span: RecordedSpan, cause: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', cause);
}

/** The code or class of an error. Its message can contain what someone typed. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code) ? error.code : error.name;
}
