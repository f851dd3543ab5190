import type { LightMyRequestResponse } from 'fastify';
import { ownOrigin, type TestApp } from './start-app.ts';

/** The optional parts of a request from our own page. */
export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a text as our own pages do. */
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

/** Requests a checkout as our page does; the body may be anything. */
export const postCheckout = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<LightMyRequestResponse> =>
  postText(app, checkoutPath, JSON.stringify(body), {
    ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
    ...options.headers,
  });

/** The address for requesting a checkout (spec 7). */
export const checkoutPath = '/api/create-checkout-session';

/** Returns the body of a refusal: its code, and its sentence twice (spec 7). */
export const refusal = (code: string, sentence: string) => ({ code, error: sentence, message: sentence });
