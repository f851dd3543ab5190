import { createHash } from 'node:crypto';
import { accountSentences } from '#contract/account.ts';
import { checkoutSentences, type CheckoutRequest } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { currentRates } from '#domain/money/exchange.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { chargeOf } from '#server/payments/index.ts';
import { isPaid, keepIntent } from './keep-intent.ts';
import { newIntent } from './new-intent.ts';
import { priceRequest } from './price-request.ts';
import { noteSession } from './queries.ts';
import { returnAddress } from './return-address.ts';

/**
 * Outcome of asking for a checkout: where to send the browser, or a refusal with a sentence for the donor. A gift that is
 * paid already, or whose money is on its way, leads to its thank-you page.
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

/**
 * Prices the donation, writes its intent, and after the commit asks the provider for a hosted checkout (design 3). The same
 * key from the page is the same intent and so the same checkout, however often it is asked for; with other figures under
 * the same key it is refused as `checkout_conflict`.
 */
export async function createCheckoutSession(
  deps: Deps,
  catalogue: Catalogue,
  request: CheckoutRequest,
  asked: { readonly key: string | undefined; readonly donorId: string | null },
): Promise<CheckoutOutcome> {
  const successUrl = returnAddress(request.successUrl, deps.config);
  const cancelUrl = returnAddress(request.cancelUrl, deps.config);
  if (!successUrl || !cancelUrl) return { code: 'invalid_address', sentence: checkoutSentences.addressInvalid };
  const isMonthly = request.donationData.recurring === true;
  if (isMonthly && asked.donorId === null)
    return { code: 'sign_in_required', sentence: checkoutSentences.signInForMonthly };
  const priced = priceRequest(request, catalogue, currentRates);
  if (priced.code !== 'priced') return priced;
  const once = newIntent(deps, priced.donation, {
    ...asked,
    provider: deps.cards.name,
    lifetimeMs,
    browserKeyHash: null,
    timeZone: request.timeZone,
    requestHash: hashOf(request),
    successUrl,
    cancelUrl,
  });
  const fresh = isMonthly ? { ...once, is_recurring: 1, plan_id: newId('pln', deps.random) } : once;
  const intent = await keepIntent(deps, fresh);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'checkout_conflict', sentence: checkoutSentences.pricesChanged };
  if (isPaid(intent)) return { code: 'opened', url: intent.success_url, isSettled: intent.status === 'settled' };
  if (intent.checkout_url !== null) return { code: 'opened', url: intent.checkout_url, isSettled: false };
  return openCheckout(deps, intent, priced.donation.charity.name);
}

/** Asked with the intent's id as key, and with what the intent keeps: a second call, or one after a crash, is answered with the same session. */
async function openCheckout(deps: Deps, intent: DonationIntentRow, charityName: string): Promise<CheckoutOutcome> {
  const opened = await deps.cards.openCheckout({
    intentId: intent.id,
    createdAt: new Date(intent.created_at),
    attemptedAt: deps.clock.now(),
    charge: chargeOf(intent),
    ...(intent.plan_id === null ? {} : { monthly: { planId: intent.plan_id, charityId: intent.charity_id } }),
    label: intent.label,
    charityName,
    successUrl: intent.success_url,
    cancelUrl: intent.cancel_url,
    expiresAt: new Date(intent.expires_at),
  });
  if (opened.code === 'unavailable') {
    deps.log.error({ intentId: intent.id, detail: opened.detail }, 'the provider opened no checkout');
    return { code: 'provider_unavailable', sentence: checkoutSentences.providerUnavailable };
  }
  await noteSession(deps.db, intent.id, opened, deps.clock.now());
  return { code: 'opened', url: opened.url, isSettled: false };
}

/** Half an hour, which is the shortest that Stripe takes, and a minute for the way there and clocks that differ. */
const lifetimeMs = 31 * 60 * 1000;

/** The gift alone: the same basket is the same checkout, even when the donor came back to another place of the page. */
const hashOf = ({ amount, currency, donationData }: CheckoutRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([amount, currency, donationData]))
    .digest('hex');
