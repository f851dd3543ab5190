import { createHash } from 'node:crypto';
import { accountSentences } from '#contract/account.ts';
import { checkoutSentences, type CheckoutRequest } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { findUser } from '#server/auth/index.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { chargeOf } from '#server/db/row-money.ts';
import { recordOfIntent } from '#server/payments/index.ts';
import { isPaid, newIntent, saveIntent } from './donation-intent.ts';
import { priceRequest } from './price-request.ts';
import { saveSession } from './queries.ts';
import { returnAddress } from './return-address.ts';

/**
 * Where to send the browser, or a refusal with a sentence for the donor. A donation that is settled or processing leads to
 * its thank-you page.
 */
export type CheckoutOutcome =
  | { readonly code: 'opened'; readonly url: string; readonly isSettled: boolean }
  | { readonly code: Extract<ErrorCode, RefusalCode>; readonly sentence: string };

type RefusalCode =
  | 'invalid_request'
  | 'invalid_charity'
  | 'invalid_amount'
  | 'invalid_address'
  | 'sign_in_required'
  | 'prices_changed'
  | 'checkout_conflict'
  | 'provider_unavailable';

/** Who requests a checkout. */
export interface CheckoutRequester {
  /** The page's idempotency key, if it sent one. */
  readonly key: string | undefined;
  /** The signed-in user; null for a visitor. */
  readonly donorId: string | null;
}

/**
 * Prices the donation, writes its intent and, after the commit, opens a checkout session at the provider. A repeated request
 * with the same idempotency key gets the same intent and the same session; different figures under that key are refused as
 * `checkout_conflict`.
 */
export async function createCheckoutSession(
  deps: Deps,
  catalogue: Catalogue,
  request: CheckoutRequest,
  requester: CheckoutRequester,
): Promise<CheckoutOutcome> {
  const successUrl = returnAddress(request.successUrl, deps.config);
  const cancelUrl = returnAddress(request.cancelUrl, deps.config);
  if (!successUrl || !cancelUrl) return { code: 'invalid_address', sentence: checkoutSentences.addressInvalid };
  const isMonthly = request.donationData.recurring === true;
  if (isMonthly && requester.donorId === null)
    return { code: 'sign_in_required', sentence: checkoutSentences.signInForMonthly };
  const priced = priceRequest(request, catalogue, currentRates);
  if (priced.code !== 'priced') return priced;
  const oneTime = newIntent(deps, priced.donation, {
    ...requester,
    provider: deps.cards.name,
    lifetimeMs,
    browserKeyHash: null,
    timeZone: request.timeZone,
    requestHash: hashOf(request),
    successUrl,
    cancelUrl,
  });
  const fresh = isMonthly ? { ...oneTime, is_recurring: 1, plan_id: newId('pln', deps.random) } : oneTime;
  const intent = await saveIntent(deps, fresh);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'checkout_conflict', sentence: checkoutSentences.pricesChanged };
  if (isPaid(intent)) return { code: 'opened', url: intent.success_url, isSettled: intent.status === 'settled' };
  if (intent.checkout_url !== null) return { code: 'opened', url: intent.checkout_url, isSettled: false };
  return openSession(deps, intent, priced.donation.charity.name);
}

/**
 * Sends what the intent stores and the donor's address, under the intent's id as idempotency key: a second call, even after a
 * crash, gets the same session.
 */
async function openSession(deps: Deps, intent: DonationIntentRow, charityName: string): Promise<CheckoutOutcome> {
  const donor = intent.donor_id === null ? undefined : await findUser(deps.db.read, intent.donor_id);
  const opened = await deps.cards.openCheckout({
    intentId: intent.id,
    record: recordOfIntent(intent),
    createdAt: new Date(intent.created_at),
    attemptedAt: deps.clock.now(),
    charge: chargeOf(intent),
    ...(intent.plan_id === null ? {} : { monthly: { planId: intent.plan_id, charityId: intent.charity_id } }),
    label: intent.label,
    charityName,
    donorEmail: donor?.email,
    successUrl: intent.success_url,
    cancelUrl: intent.cancel_url,
    expiresAt: new Date(intent.expires_at),
  });
  if (opened.code === 'unavailable') {
    deps.log.error({ intentId: intent.id, detail: opened.detail }, 'the provider opened no checkout session');
    return { code: 'provider_unavailable', sentence: checkoutSentences.providerUnavailable };
  }
  await saveSession(deps.db, intent.id, opened, deps.clock.now());
  return { code: 'opened', url: opened.url, isSettled: false };
}

/** Stripe's minimum of half an hour, plus a minute for the request and for clocks that differ. */
const lifetimeMs = 31 * 60 * 1000;

/** Covers the donation alone: the same basket is the same checkout, even when the donor returns to another part of the page. */
const hashOf = ({ amount, currency, donationData }: CheckoutRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([amount, currency, donationData]))
    .digest('hex');
