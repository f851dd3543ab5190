import type { LightMyRequestResponse } from 'fastify';
import type { CheckoutRequest } from '#contract/checkout.ts';
import { checkoutPath } from '../app/call-app.ts';
import { ownOrigin, type TestApp } from '../app/start-app.ts';
import type { AppWithSandbox } from './app-with-sandbox.ts';
import { checkoutBody } from './checkout-body.ts';

/** A test card that the sandbox always declines. */
export const declinedCard = '4000000000000002';

/** The details of a request for a checkout. */
export interface CheckoutOptions {
  readonly address?: string;
  readonly cookie?: string;
  /** An idempotency key; with it, the browser gets a cookie. */
  readonly key?: string;
  readonly body?: CheckoutRequest;
}

export const checkoutFrom = (
  { server }: TestApp,
  { address = '192.0.2.1', cookie, key, body = checkoutBody() }: CheckoutOptions = {},
): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'POST',
    url: checkoutPath,
    remoteAddress: address,
    headers: {
      origin: ownOrigin,
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: body,
  });

/** Opens a payment page. Returns its session's id; throws if the checkout is refused. */
export async function openPage(app: TestApp, options: CheckoutOptions = {}): Promise<string> {
  const response = await checkoutFrom(app, options);
  if (response.statusCode !== 200) throw new Error(`the checkout was refused: ${response.body}`);
  return new URL(response.json<{ url: string }>().url).pathname.split('/').at(-1) ?? '';
}

/** Submits cards on a page one after another, and waits after each until the product has handled the provider's messages. */
export async function submitCards(
  { control, sandbox }: AppWithSandbox,
  sessionId: string,
  cards: { readonly count?: number; readonly number?: string } = {},
): Promise<void> {
  for (let count = 0; count < (cards.count ?? 1); count += 1) {
    const page = await control.submitPayment(sessionId, { cardNumber: cards.number ?? declinedCard });
    await page.body?.cancel();
    await sandbox.sandbox.webhooks.whenIdle();
  }
}

/** Pays a page with a card that succeeds. */
export const payPage = (world: AppWithSandbox, sessionId: string): Promise<void> =>
  submitCards(world, sessionId, { number: '4242424242424242' });

/** Counts the cards that the provider has declined. */
export const countAttempts = ({ sandbox }: AppWithSandbox): number =>
  [...sandbox.sandbox.store.charges.values()].filter(({ status }) => status === 'failed').length;

/** Reads the status of a page at the provider. */
export const statusOfPage = ({ sandbox }: AppWithSandbox, sessionId: string): string | undefined =>
  sandbox.sandbox.store.checkoutSessions.get(sessionId)?.status;
