import Stripe from 'stripe';
import type { Money } from '#domain/money/money.ts';
import type { CheckoutSessionRequest, ExpiredSession, OpenedCheckout } from '#server/ports/card-provider.ts';
import { ensureProducts, monthlyPrices } from './products.ts';
import { recordMetadata } from './record-metadata.ts';
import { parseSession } from './session-event.ts';
import { toSeconds } from './stripe-responses.ts';

/**
 * Opens a checkout session with the intent's id and the session's number as its idempotency key, so that a repeated call gets
 * the same session. Some responses make that key useless: a server error, which Stripe repeats for a day; a refused expiry that
 * has become too short; a refused email address; and different contents than the first time, after the donor has changed the
 * email address. A session may still exist, so we look for it in Stripe's list before we call the number refused.
 */
export async function openCheckout(
  stripe: Stripe,
  request: CheckoutSessionRequest,
  timeLimitFactor: number,
): Promise<OpenedCheckout> {
  const quick = { timeout: quickMs * timeLimitFactor };
  if (request.monthly)
    await ensureProducts(stripe, { charityId: request.monthly.charityId, charityName: request.charityName });
  try {
    const session = await stripe.checkout.sessions.create(sessionParameters(request), {
      ...(request.isRetry ? quick : {}),
      idempotencyKey: `${request.intentId}:${request.number}`,
    });
    return toOpened(session);
  } catch (error) {
    const isEmailRefused = isRefused(error, 'customer_email');
    if (!isServerError(error) && !isRefused(error, 'expires_at') && !isEmailRefused && !hasChanged(error)) throw error;
    const found = await findSession(stripe, request, quick);
    return found ? toOpened(found) : { code: 'refused', detail: String(error), isEmailRefused };
  }
}

const isServerError = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

const isRefused = (error: unknown, parameter: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === parameter;

/**
 * Returns true if the request differs from the first one with its key. Status 409 means that another call is still in progress.
 */
const hasChanged = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;

function toOpened(response: Stripe.Checkout.Session): OpenedCheckout {
  const { id, url, expires_at: expiresAt } = parseSession(response);
  if (!url || expiresAt === undefined) throw new TypeError(`session ${id} has no address or no expiry`);
  return { code: 'opened', sessionId: id, url, expiresAt: new Date(expiresAt * 1000) };
}

/** Finds the intent's session that has not expired. */
async function findSession(
  stripe: Stripe,
  request: CheckoutSessionRequest,
  quick: Stripe.RequestOptions,
): Promise<Stripe.Checkout.Session | undefined> {
  const since = toSeconds(request.createdAt) - clockMarginSeconds;
  for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: 100 }, quick)) {
    if (session.metadata?.['intent_id'] === request.intentId && session.status !== 'expired') return session;
  }
  return undefined;
}

const clockMarginSeconds = 60;

/** The second attempt must not make the donor wait much longer. */
const quickMs = 2000;

/** Ends a session. Stripe refuses to expire a session that is paid or has expired, so after a refusal its state is read. */
export async function expireSession(stripe: Stripe, sessionId: string): Promise<ExpiredSession> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = parseSession(await stripe.checkout.sessions.retrieve(sessionId));
    if (status === 'open') throw error;
  }
  return { code: 'ended' };
}

/**
 * The session has a line for the donation and one for a fee above zero, in exactly the amounts that the page showed and in our
 * currency, not one that Stripe chooses. The metadata contains the donation's record, with a signed-in donor's id, so that the
 * intent can be rebuilt. That donor's email address is sent too; nothing else names a person.
 */
function sessionParameters(request: CheckoutSessionRequest): Stripe.Checkout.SessionCreateParams {
  return request.monthly ? monthlyParameters(request, request.monthly) : oneTimeParameters(request);
}

function monthlyParameters(
  request: CheckoutSessionRequest,
  { planId, charityId }: NonNullable<CheckoutSessionRequest['monthly']>,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { intent_id: request.intentId, plan_id: planId, ...recordMetadata('donation', request.record) };
  return {
    mode: 'subscription',
    adaptive_pricing: { enabled: false },
    ...prefilled(request),
    client_reference_id: request.intentId,
    metadata,
    subscription_data: { metadata },
    line_items: monthlyPrices({ charge: request.charge, charityId, charityName: request.charityName }).map((price) => ({
      price_data: price,
      quantity: 1,
    })),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: toSeconds(request.expiresAt),
  };
}

function oneTimeParameters(request: CheckoutSessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { intent_id: request.intentId, ...recordMetadata('donation', request.record) };
  return {
    mode: 'payment',
    submit_type: 'donate',
    adaptive_pricing: { enabled: false },
    ...prefilled(request),
    client_reference_id: request.intentId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      lineItem(`Donation to ${request.charityName}`, request.label, request.charge.subtotal),
      ...(request.charge.serviceFee.amountMinor > 0
        ? [lineItem('Service fee (10%)', undefined, request.charge.serviceFee)]
        : []),
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: toSeconds(request.expiresAt),
  };
}

const prefilled = ({
  donorEmail,
}: CheckoutSessionRequest): Pick<Stripe.Checkout.SessionCreateParams, 'customer_email'> =>
  donorEmail === undefined ? {} : { customer_email: donorEmail };

function lineItem(
  name: string,
  description: string | undefined,
  amount: Money,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: amount.currency.toLowerCase(),
      unit_amount: amount.amountMinor,
      product_data: { name, ...(description ? { description } : {}) },
    },
  };
}
