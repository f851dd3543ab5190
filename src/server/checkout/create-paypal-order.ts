import { accountSentences } from '#contract/account.ts';
import { createHash } from 'node:crypto';
import { checkoutSentences, type DonationData } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { paypalSentences, type PayPalOrderRequest } from '#contract/paypal.ts';
import { giftMax, priceOf } from '#domain/donation/pricing.ts';
import { currentRates, toBase } from '#domain/money/exchange.ts';
import type { Money } from '#domain/money/money.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { chargeOf, type CreatedOrder, type PayPalProvider } from '#server/payments/index.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { keepIntent } from './keep-intent.ts';
import { newIntent } from './new-intent.ts';
import { paypalAmount, paypalCurrency } from './paypal-amount.ts';
import { priceDonation } from './price-request.ts';
import { noteOrder } from './queries.ts';

/** Outcome of asking for an order: PayPal's id of it, or a refusal with a sentence for the donor. */
export type PayPalOrderOutcome =
  | { readonly code: 'opened'; readonly orderId: string }
  | {
      readonly code: Extract<
        ErrorCode,
        | 'invalid_request'
        | 'invalid_charity'
        | 'invalid_amount'
        | 'sign_in_required'
        | 'prices_changed'
        | 'provider_unavailable'
      >;
      readonly sentence: string;
    };

/** Who asks for an order, and from where. */
export interface PayPalAsker {
  readonly key: string | undefined;
  readonly donorId: string | null;
  readonly browserKey: string;
  /** Our own address, as the browser knows it. */
  readonly siteUrl: string;
}

/**
 * Makes an order at PayPal for exactly the total that this server comes to. The intent is written first, so that no order
 * is ever paid that we know nothing of. Without donation data the order is for the amount alone, and nothing is written:
 * its money is never taken.
 */
export async function createPayPalOrder(
  deps: Deps,
  paypal: PayPalProvider,
  catalogue: Catalogue,
  request: PayPalOrderRequest,
  asker: PayPalAsker,
): Promise<PayPalOrderOutcome> {
  if (request.intent.toLowerCase() !== 'capture') return invalid(paypalSentences.intentInvalid);
  const currency = paypalCurrency(request.currency);
  if (!currency) return invalid(paypalSentences.currencyInvalid);
  const total = paypalAmount(request.amount, currency);
  if (!total) return invalidAmount;
  if (!request.donationData) return orderWithoutGift(deps, paypal, total, asker);
  const priced = priceDonation(withOwnAmount(request.donationData), total, catalogue, currentRates);
  if (priced.code !== 'priced') return priced;
  const fresh = newIntent(deps, priced.donation, {
    provider: paypal.name,
    key: asker.key === undefined ? undefined : `paypal:${asker.key}`, // the same click cannot mean a card and PayPal
    donorId: asker.donorId,
    browserKeyHash: hashOfBrowserKey(asker.browserKey),
    lifetimeMs,
    timeZone: request.timeZone,
    requestHash: hashOf(total, request.donationData),
    successUrl: new URL('/donation-success', asker.siteUrl),
    cancelUrl: new URL('/#donate', asker.siteUrl),
  });
  const intent = await keepIntent(deps, fresh);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'prices_changed', sentence: checkoutSentences.pricesChanged };
  return orderFor(deps, paypal, intent, { charityName: priced.donation.charity.name, asker });
}

const invalid = (sentence: string) => ({ code: 'invalid_request', sentence }) as const;
const invalidAmount = { code: 'invalid_amount', sentence: paypalSentences.amountInvalid } as const;

/** Three hours, which is how long PayPal waits for a payer, and a little for clocks that differ. */
const lifetimeMs = (3 * 60 + 5) * 60 * 1000;

/** Where no snacks are named, the amount is the donor's own (rulings, The wire: `data` of the PayPal page). */
const withOwnAmount = (data: DonationData): DonationData =>
  (data.stackedSnacks ?? []).length === 0 && typeof data.snackId !== 'number' ? { ...data, customAmount: true } : data;

async function orderWithoutGift(
  deps: Deps,
  paypal: PayPalProvider,
  total: Money,
  { siteUrl }: PayPalAsker,
): Promise<PayPalOrderOutcome> {
  if (toBase(total, currentRates).amountMinor > priceOf(giftMax).total.amountMinor) return invalidAmount;
  const created = await paypal.createOrder({
    requestId: newId('int', deps.random),
    gift: undefined,
    total,
    description: 'Donation',
    pageUrl: new URL('/paypal-checkout', siteUrl).href,
  });
  return outcomeOf(deps, created);
}

/** The browser that asks again under the same key is the one that pays: it may have lost the first answer and its cookie. */
async function orderFor(
  deps: Deps,
  paypal: PayPalProvider,
  intent: DonationIntentRow,
  { charityName, asker }: { readonly charityName: string; readonly asker: PayPalAsker },
): Promise<PayPalOrderOutcome> {
  const known = intent.provider_session_id;
  const created: CreatedOrder =
    known === null
      ? await paypal.createOrder({
          requestId: intent.id,
          gift: { intentId: intent.id, donationId: intent.donation_id },
          total: chargeOf(intent).total,
          description: `Donation to ${charityName}: ${intent.label}`,
          pageUrl: new URL('/paypal-checkout', asker.siteUrl).href,
        })
      : { code: 'created', orderId: known };
  if (created.code === 'created') {
    const browserKeyHash = hashOfBrowserKey(asker.browserKey);
    await noteOrder(deps.db, intent.id, { orderId: created.orderId, browserKeyHash }, deps.clock.now());
  }
  return outcomeOf(deps, created);
}

function outcomeOf(deps: Deps, created: CreatedOrder): PayPalOrderOutcome {
  if (created.code === 'created') return { code: 'opened', orderId: created.orderId };
  deps.log.error({ detail: created.detail }, 'PayPal made no order');
  return { code: 'provider_unavailable', sentence: paypalSentences.unavailable };
}

/** The same gift in the same currency is the same order, however its amount was written. */
const hashOf = (total: Money, data: DonationData): string =>
  createHash('sha256')
    .update(JSON.stringify(['paypal', total, data]))
    .digest('hex');
