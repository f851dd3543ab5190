import type { LightMyRequestResponse } from 'fastify';
import type { CheckoutRequest } from '#contract/checkout.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { createStripeProvider } from '#server/payments/index.ts';
import { postCheckout } from '../app/call-app.ts';
import { checkoutBody } from './checkout-body.ts';
import { sessionMessage, sign } from './stripe-webhook.ts';
import { webhookSecret, type TestApp } from '../app/start-app.ts';
import { stubDisputes } from './stub-disputes.ts';
import { sessionIdOf, stubCards, type StubCards } from './stub-cards.ts';

/**
 * Creates a stub that opens checkouts, but reads webhooks with the real adapter, so signatures are checked and messages are
 * translated. To a request for a dispute it responds with the newest state in the dispute's messages.
 */
export function stubCardsWithWebhook(): StubCards {
  const adapter = createStripeProvider({
    secretKey: 'sk_test_sandbox_key',
    webhookSecret,
    apiBase: new URL('http://127.0.0.1:9'),
    isLive: false,
  });
  const stub = stubCards();
  const disputes = stubDisputes();
  stub.readWebhook = (rawBody, signature) => {
    const reading = adapter.readWebhook(rawBody, signature);
    if (reading.code === 'dispute') disputes.remember(rawBody);
    return reading;
  };
  stub.respondToDispute = (disputeId) => disputes.fetch(disputeId);
  return stub;
}

/** Opens a checkout and returns its intent. */
export async function openIntent(app: TestApp, body: CheckoutRequest = checkoutBody()): Promise<DonationIntentRow> {
  const known = new Set((await allIntents(app)).map(({ id }) => id));
  const response = await postCheckout(app, body);
  if (response.statusCode !== 200) throw new Error(`the checkout was refused: ${response.body}`);
  const opened = (await allIntents(app)).find(({ id }) => !known.has(id));
  if (!opened) throw new Error('the checkout wrote no intent');
  return opened;
}

const allIntents = (app: TestApp): Promise<DonationIntentRow[]> =>
  app.deps.db.read.selectFrom('donation_intents').selectAll().execute();

/** Reads the current row of the intent. */
export const readIntent = (app: TestApp, id: string): Promise<DonationIntentRow> =>
  app.deps.db.read.selectFrom('donation_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Returns Stripe's message after a donor paid the exact amount of an intent; any part can be replaced. */
export const paidMessage = (
  intent: DonationIntentRow,
  changes: { event?: Record<string, unknown>; session?: Record<string, unknown> } = {},
): Record<string, unknown> =>
  sessionMessage({
    event: { id: `evt_${intent.id}`, ...changes.event },
    session: {
      id: sessionIdOf(intent.id),
      amount_total: intent.charge_total_minor,
      currency: intent.charge_currency.toLowerCase(),
      metadata: { intent_id: intent.id },
      ...changes.session,
    },
  });

/** Returns the same message, with the email address that the payer typed. */
export const paidByGuest = (
  intent: DonationIntentRow,
  email: unknown,
  session: Record<string, unknown> = {},
): Record<string, unknown> => paidMessage(intent, { session: { customer_details: { email }, ...session } });

/** Delivers a message to the webhook, correctly signed by default. */
export const deliver = (
  app: TestApp,
  message: Record<string, unknown>,
  options: Parameters<typeof sign>[1] = {},
): Promise<LightMyRequestResponse> =>
  app.server.inject({ method: 'POST', url: webhookPath, ...sign(message, options) });

/** Delivers messages one by one or at once. Fails if one is refused, because Stripe would send it again later. */
export async function deliverAll(
  app: TestApp,
  messages: readonly Record<string, unknown>[],
  isAtOnce: boolean,
): Promise<void> {
  const responses: LightMyRequestResponse[] = [];
  if (isAtOnce) responses.push(...(await Promise.all(messages.map((message) => deliver(app, message)))));
  else for (const message of messages) responses.push(await deliver(app, message));
  const refused = responses.find(({ statusCode }) => statusCode !== 200);
  if (refused) throw new Error(`a message was refused with ${refused.statusCode}: ${refused.body}`);
}

/** The path to which Stripe delivers messages. */
export const webhookPath = '/api/webhooks/stripe';
