import type { LightMyRequestResponse } from 'fastify';
import { ownOrigin, type TestApp } from './start-app.ts';

/** What a request of our own page may carry beside its body. */
export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a text as one of our own pages would send it, whatever is in it. */
export const postText = (
  app: TestApp,
  url: string,
  payload: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> =>
  app.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { origin: ownOrigin, 'content-type': 'application/json', ...headers },
  });

/** Asks for a checkout as our page does. Anything may stand in for the body, since strangers send anything. */
export const askCheckout = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<LightMyRequestResponse> =>
  postText(app, checkoutPath, JSON.stringify(body), {
    ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
    ...options.headers,
  });

/** Where checkouts are asked for (spec 7). */
export const checkoutPath = '/api/create-checkout-session';

/** What a refusal must look like: its code, and one sentence twice (spec 7). */
export const refusal = (code: string, sentence: string) => ({ code, error: sentence, message: sentence });
