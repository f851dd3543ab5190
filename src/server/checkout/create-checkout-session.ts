import { createHash } from 'node:crypto';
import { accountSentences } from '#contract/account.ts';
import { checkoutSentences, type CheckoutRequest } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { currentRates } from '#domain/money/exchange.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import { holdAccount } from '#server/auth/index.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { chargeOf } from '#server/payments/index.ts';
import { newIntent } from './new-intent.ts';
import { priceRequest } from './price-request.ts';
import { findIntentByKey, insertIntent, noteSession, releaseKey } from './queries.ts';
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
  if (request.donationData.recurring === true)
    return { code: 'sign_in_required', sentence: checkoutSentences.signInForMonthly };
  const priced = priceRequest(request, catalogue, currentRates);
  if (priced.code !== 'priced') return priced;
  const fresh = newIntent(deps, request, priced.donation, {
    ...asked,
    requestHash: hashOf(request),
    successUrl,
    cancelUrl,
  });
  const intent = await keepIntent(deps, fresh);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'checkout_conflict', sentence: checkoutSentences.pricesChanged };
  if (isPaid(intent)) return { code: 'opened', url: intent.success_url, isSettled: intent.status === 'settled' };
  if (intent.checkout_url !== null) return { code: 'opened', url: intent.checkout_url, isSettled: false };
  return openCheckout(deps, intent, priced.donation.charity.name);
}

/**
 * The new intent, or the one that this key made before: the unique key decides which of two clicks at once writes it. A key
 * whose checkout can no longer be paid is free again, so that somebody who comes back an hour later can still give.
 * Undefined when the donor's account was deleted since the request came in.
 */
async function keepIntent(deps: Deps, fresh: DonationIntentRow): Promise<DonationIntentRow | undefined> {
  const { donor_id: donorId } = fresh;
  if (donorId === null && (await insertIntent(deps.db.write, fresh))) return fresh; // one statement needs no transaction around it
  return inTransaction(deps.db, async (tx) => {
    if (donorId !== null && !(await holdAccount(tx, donorId))) return undefined;
    if (await insertIntent(tx, fresh)) return fresh;
    const earlier = await findIntentByKey(tx, fresh.idempotency_key ?? '');
    if (!earlier) throw new TransactionConflict();
    if (!isOver(earlier, fresh.created_at)) return earlier;
    await releaseKey(tx, earlier.id);
    if (!(await insertIntent(tx, fresh))) throw new TransactionConflict();
    return fresh;
  });
}

const isPaid = (intent: DonationIntentRow): boolean => intent.status === 'settled' || intent.status === 'processing';

const isOver = (intent: DonationIntentRow, now: string): boolean =>
  !isPaid(intent) && (intent.status !== 'pending' || intent.expires_at <= now);

/** Asked with the intent's id as key, and with what the intent keeps: a second call, or one after a crash, is answered with the same session. */
async function openCheckout(deps: Deps, intent: DonationIntentRow, charityName: string): Promise<CheckoutOutcome> {
  const opened = await deps.cards.openCheckout({
    intentId: intent.id,
    createdAt: new Date(intent.created_at),
    attemptedAt: deps.clock.now(),
    charge: chargeOf(intent),
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

/** The gift alone: the same basket is the same checkout, even when the donor came back to another place of the page. */
const hashOf = ({ amount, currency, donationData }: CheckoutRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([amount, currency, donationData]))
    .digest('hex');
