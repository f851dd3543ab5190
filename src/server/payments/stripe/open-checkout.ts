import Stripe from 'stripe';
import type { CheckoutSessionRequest, OpenedCheckout } from '#server/payments/card-provider.ts';
import { assertSession } from './assert-session.ts';
import { checkoutParameters } from './checkout-parameters.ts';

/**
 * Opens a checkout with the intent's id as idempotency key: a repetition, or a call after a cut connection, is answered with
 * the same session. Stripe also repeats a server error it once gave for a key, for a day; so after such an error the
 * intent's session is looked for in Stripe's list, and only when there is none it is asked for under a key of this second.
 */
export async function openCheckout(stripe: Stripe, request: CheckoutSessionRequest): Promise<OpenedCheckout> {
  const parameters = checkoutParameters(request);
  try {
    return toOpened(await stripe.checkout.sessions.create(parameters, { idempotencyKey: request.intentId }));
  } catch (error) {
    if (!isServerError(error)) throw error;
    const made = await findSessionOf(stripe, request);
    const idempotencyKey = `${request.intentId}:${toSeconds(request.attemptedAt)}`;
    return toOpened(made ?? (await stripe.checkout.sessions.create(parameters, { ...quick, idempotencyKey })));
  }
}

/** The second try must not make the donor wait much longer. */
const quick = { timeout: 2000, maxNetworkRetries: 0 };

const isServerError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

async function findSessionOf(
  stripe: Stripe,
  request: CheckoutSessionRequest,
): Promise<Stripe.Checkout.Session | undefined> {
  const since = toSeconds(request.createdAt) - clockMarginSeconds;
  for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: 100 }, quick)) {
    if (session.metadata?.['intent_id'] === request.intentId) return session;
  }
  return undefined;
}

const clockMarginSeconds = 60;

const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

function toOpened(session: Stripe.Checkout.Session): OpenedCheckout {
  assertSession(session);
  if (!session.url) throw new TypeError(`session ${session.id} has no address`);
  return { code: 'opened', sessionId: session.id, url: session.url };
}
