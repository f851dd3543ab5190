import { hash } from 'node:crypto';
import { accountSentences } from '#contract/account/account.ts';
import { checkoutSentences, type CheckoutRequest } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { catalogueOfPage } from '#server/catalogue/index.ts';
import { ratesOfPage } from '#server/rates/index.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { findBarrier, type Barrier } from '#server/payments/index.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { isPaid, newIntent, saveIntent } from './donation-intent.ts';
import { knownPage, openSession, sessionLifetimeMs, type OpenedPage, type SessionRequester } from './open-session.ts';
import { priceRequest } from './price-request.ts';
import { findIntentByKey } from './queries.ts';
import { returnAddress } from './return-address.ts';

/**
 * The address to send the browser to, or a refusal with a sentence for the donor. A settled or processing donation leads to its
 * thank-you page.
 */
export type CheckoutOutcome =
  | { readonly code: 'opened'; readonly url: string; readonly isSettled: boolean }
  | { readonly code: Extract<ErrorCode, RefusalCode>; readonly sentence: string }
  | Barrier;

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
 * Prices the donation, writes its intent and, after the commit, opens a checkout session at the provider. A repeated request
 * with the same idempotency key gets the same intent and the same session. `checkout_conflict` refuses different figures under
 * that key. After the donation is paid, it refuses everyone except the user or browser that started it.
 */
export async function createCheckoutSession(
  deps: Deps,
  request: CheckoutRequest,
  requester: SessionRequester,
): Promise<CheckoutOutcome> {
  const barrier = await findBarrier(deps, requester);
  if (barrier) return barrier;
  const successUrl = returnAddress(request.successUrl, deps.config);
  const cancelUrl = returnAddress(request.cancelUrl, deps.config);
  if (!successUrl || !cancelUrl) return { code: 'invalid_address', sentence: checkoutSentences.addressInvalid };
  const isMonthly = request.donationData.recurring === true;
  if (isMonthly && requester.donorId === null)
    return { code: 'sign_in_required', sentence: checkoutSentences.signInForMonthly };
  const catalogue = await catalogueOfPage(deps, request.pricedWith?.catalogue);
  const priced = priceRequest(request, catalogue, await ratesOfPage(deps, request.pricedWith?.rates));
  if (priced.code !== 'priced') return (await findPaidPage(deps, request, requester)) ?? priced;
  const oneTime = newIntent(deps, priced.donation, {
    key: requester.key,
    donorId: requester.donorId,
    provider: deps.cards.name,
    lifetimeMs: sessionLifetimeMs,
    browserKeyHash: requester.browserKey === undefined ? null : hashOfBrowserKey(requester.browserKey),
    timeZone: request.timeZone,
    requestHash: hashOf(request),
    successUrl,
    cancelUrl,
  });
  const fresh = isMonthly ? { ...oneTime, is_recurring: 1, plan_id: newId('pln', deps.random) } : oneTime;
  const intent = await saveIntent(deps, fresh, requester.subjects);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'checkout_conflict', sentence: checkoutSentences.pricesChanged };
  const charityName = intent.frozen_charity_name ?? priced.donation.charity.name; // it may have been renamed since
  return knownPage(intent, requester) ?? openSession(deps, intent, charityName, requester);
}

/** Finds the thank-you page of a paid donation that could not be started today, because its charity or a snack was retired. */
async function findPaidPage(
  deps: Deps,
  request: CheckoutRequest,
  requester: SessionRequester,
): Promise<OpenedPage | undefined> {
  const earlier = requester.key === undefined ? undefined : await findIntentByKey(deps.db.read, requester.key);
  if (!earlier || !isPaid(earlier) || earlier.request_hash !== hashOf(request)) return undefined;
  return knownPage(earlier, requester);
}

/** Hashes only the donation: the same basket is the same checkout, even when the donor returns to another part of the page. */
const hashOf = ({ amount, currency, donationData }: CheckoutRequest): string =>
  hash('sha256', JSON.stringify([amount, currency, donationData]), 'hex');
