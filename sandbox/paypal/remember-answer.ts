import type { Sandbox } from '#sandbox/sandbox.ts';
import type { RememberedCall } from './records.ts';

/** An answer before it is written as JSON. */
export interface EndpointAnswer {
  readonly status: number;
  readonly body: object;
}

/** Stores the answer to a call with a request id, for its repetitions. Returns it as text. */
export function remember(sandbox: Sandbox, call: RememberedCall, { status, body }: EndpointAnswer) {
  const text = JSON.stringify(body);
  const { answerId: id, bodyText } = call;
  if (id !== null) {
    sandbox.store.paypalAnswers.put({ id, created: sandbox.clock.nowSeconds(), bodyText, status, body: text });
  }
  return { kind: 'answer', status, body: text } as const;
}
