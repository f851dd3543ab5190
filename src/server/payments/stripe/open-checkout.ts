import Stripe from 'stripe';
import type { CheckoutSessionRequest, OpenedCheckout } from '#server/payments/card-provider.ts';
import { assertSession } from './assert-session.ts';
import { ensureProducts } from './charity-product.ts';
import { checkoutParameters } from './checkout-parameters.ts';

/**
 * Opens a checkout with the intent's id as idempotency key: a repetition, or a call after a cut connection, is answered with
 * the same session. Two answers make that key useless: a server error, which Stripe repeats for a day, and the refusal of a
 * lifetime that is too short by now. After these the intent's session is looked for in Stripe's list, and only when there is
 * none it is asked for anew, with a full lifetime and under a key of this second.
 */
export async function openCheckout(stripe: Stripe, request: CheckoutSessionRequest): Promise<OpenedCheckout> {
  if (request.monthly) await ensureProducts(stripe, { id: request.monthly.charityId, name: request.charityName });
  try {
    const session = await stripe.checkout.sessions.create(checkoutParameters(request), {
      idempotencyKey: request.intentId,
    });
    return toOpened(session);
  } catch (error) {
    if (!isServerError(error) && !isTooLate(error)) throw error;
    return toOpened((await findSessionOf(stripe, request)) ?? (await openAnew(stripe, request)));
  }
}

/** The second try must not make the donor wait much longer. */
const quick = { timeout: 2000, maxNetworkRetries: 0 };

const isServerError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

const isTooLate = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at';

function openAnew(stripe: Stripe, request: CheckoutSessionRequest): Promise<Stripe.Checkout.Session> {
  const lifetimeMs = request.expiresAt.getTime() - request.createdAt.getTime();
  const expiresAt = new Date(request.attemptedAt.getTime() + lifetimeMs);
  const idempotencyKey = `${request.intentId}:${toSeconds(request.attemptedAt)}`;
  return stripe.checkout.sessions.create(checkoutParameters({ ...request, expiresAt }), { ...quick, idempotencyKey });
}

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
  return { code: 'opened', sessionId: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
}
