import { hash } from 'node:crypto';
import { accountSentences } from '#contract/account/account.ts';
import { checkoutSentences, type DonationData } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/error.ts';
import { paypalSentences, type PayPalOrderRequest } from '#contract/paypal.ts';
import { donationMax, priceOf } from '#domain/donation/pricing.ts';
import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { toBase } from '#domain/money/exchange.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { isPayPalCurrency } from '#domain/payment/paypal-currency.ts';
import { catalogueOfPage } from '#server/catalogue/index.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { currentRates, ratesOfPage } from '#server/rates/index.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { chargeOf } from '#server/db/row-money.ts';
import {
  findBarrier,
  findRefusals,
  countRefusal,
  recordOfIntent,
  requestIdOf,
  type Barrier,
} from '#server/payments/index.ts';
import type { CreatedOrder, PayPalProvider } from '#server/ports/paypal-provider.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { isPaid, newIntent, saveIntent } from './donation-intent.ts';
import { alreadyPaid, isStarter, type CheckoutRequester } from './open-session.ts';
import { priceDonation } from './price-request.ts';
import { findIntentByKey, keepOrder, readIntent } from './queries.ts';

/** PayPal's id of the order, or a refusal with a sentence for the donor. */
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
        | 'checkout_conflict'
        | 'provider_unavailable'
      >;
      readonly sentence: string;
    }
  | Barrier;

/** Who requests an order, and from which browser. */
export interface OrderRequester extends CheckoutRequester {
  readonly browserKey: string;
  /** The site's address as the browser sees it. */
  readonly siteUrl: string;
}

/**
 * Creates an order at PayPal for exactly the total that this server calculates. The intent is written first, so that we know
 * every order that can be paid. If the request has no donation data, the order is only for the amount: we store nothing and
 * never capture its money.
 */
export async function createPayPalOrder(
  deps: Deps,
  paypal: PayPalProvider,
  request: PayPalOrderRequest,
  requester: OrderRequester,
): Promise<PayPalOrderOutcome> {
  const barrier = await findBarrier(deps, requester);
  if (barrier) return barrier;
  if (request.intent.toLowerCase() !== 'capture') return invalidRequest(paypalSentences.intentInvalid);
  const currency = readCurrency(request.currency);
  if (!currency) return invalidRequest(paypalSentences.currencyInvalid);
  const total = readAmount(request.amount, currency);
  if (!total) return invalidAmount;
  const rates = await ratesOfPage(deps, request.pricedWith?.rates);
  if (rates.inDollars.includes(currency)) return { code: 'prices_changed', sentence: checkoutSentences.pricesChanged };
  if (!request.donationData) return createOrderWithoutDonation(deps, paypal, total, requester);
  const catalogue = await catalogueOfPage(deps, request.pricedWith?.catalogue);
  const priced = priceDonation(withCustomAmount(request.donationData), total, catalogue, rates);
  const requestHash = hashOf(total, request.donationData);
  if (priced.code !== 'priced') return (await findPaidOrder(deps, requestHash, requester)) ?? priced;
  const fresh = newIntent(deps, priced.donation, {
    provider: paypal.name,
    key: keyOf(requester),
    donorId: requester.donorId,
    browserKeyHash: hashOfBrowserKey(requester.browserKey),
    lifetimeMs: orderLifetimeMs,
    timeZone: request.timeZone,
    requestHash,
    successUrl: new URL('/donation-success', requester.siteUrl),
    cancelUrl: new URL('/#donate', requester.siteUrl),
  });
  const intent = await saveIntent(deps, fresh, requester.subjects);
  if (!intent) return { code: 'sign_in_required', sentence: accountSentences.signInNeeded };
  if (intent.request_hash !== fresh.request_hash)
    return { code: 'prices_changed', sentence: checkoutSentences.pricesChanged };
  if (isPaid(intent) && !isStarter(intent, requester)) return alreadyPaid;
  const charityName = intent.frozen_charity_name ?? priced.donation.charity.name; // it may have been renamed since
  return createOrderFor(deps, paypal, intent, { charityName, requester });
}

/** The prefix keeps PayPal's keys apart from those of card checkouts. */
const keyOf = ({ key }: OrderRequester): string | undefined => (key === undefined ? undefined : `paypal:${key}`);

/** Finds the order of a paid donation that could not be started today, because its charity or a snack was retired. */
async function findPaidOrder(
  deps: Deps,
  requestHash: string,
  requester: OrderRequester,
): Promise<PayPalOrderOutcome | undefined> {
  const key = keyOf(requester);
  const earlier = key === undefined ? undefined : await findIntentByKey(deps.db.read, key);
  if (!earlier || !isPaid(earlier) || earlier.request_hash !== requestHash) return undefined;
  if (!isStarter(earlier, requester)) return alreadyPaid;
  return earlier.provider_session_id === null ? undefined : { code: 'opened', orderId: earlier.provider_session_id };
}

/** Reads a currency in upper or lower case; `undefined` if PayPal does not accept it. */
function readCurrency(text: string): CurrencyCode | undefined {
  const code = text.toUpperCase();
  return isCurrencyCode(code) && isPayPalCurrency(code) ? code : undefined;
}

/** Reads a positive amount, sent as a number or as plain decimal text; `undefined` for anything else. */
function readAmount(amount: number | string, currency: CurrencyCode): Money | undefined {
  if (typeof amount === 'string' && !/^\d{1,9}(\.\d{1,9})?$/.test(amount)) return undefined;
  const parsed = fromDecimal(Number(amount), currency);
  return parsed && parsed.amountMinor > 0 ? parsed : undefined;
}

const invalidRequest = (sentence: string) => ({ code: 'invalid_request', sentence }) as const;
const invalidAmount = { code: 'invalid_amount', sentence: paypalSentences.amountInvalid } as const;

/** The three hours that PayPal waits for a payer, plus five minutes for clocks that differ. */
const orderLifetimeMs = (3 * 60 + 5) * 60 * 1000;

/** If there are no snacks, the amount is a custom one (spec-readings, The wire: `data` of the PayPal page). */
const withCustomAmount = (data: DonationData): DonationData =>
  (data.stackedSnacks ?? []).length === 0 && typeof data.snackId !== 'number' ? { ...data, customAmount: true } : data;

async function createOrderWithoutDonation(
  deps: Deps,
  paypal: PayPalProvider,
  total: Money,
  { siteUrl }: OrderRequester,
): Promise<PayPalOrderOutcome> {
  if (toBase(total, currentRates(deps)).amountMinor > priceOf(donationMax).total.amountMinor) return invalidAmount;
  const created = await paypal.createOrder({
    requestId: newId('int', deps.random),
    donation: undefined,
    total,
    description: 'Donation',
    pageUrl: new URL('/paypal-checkout', siteUrl).href,
  });
  return outcomeOf(deps, created);
}

/**
 * A repeated request gets the same order. Only the browser or user that sent the first request may capture it, because other
 * people may use the same weak key.
 */
async function createOrderFor(
  deps: Deps,
  paypal: PayPalProvider,
  intent: DonationIntentRow,
  { charityName, requester }: { readonly charityName: string; readonly requester: OrderRequester },
): Promise<PayPalOrderOutcome> {
  const known = intent.provider_session_id;
  const created: CreatedOrder =
    known === null
      ? await requestOrder(deps, paypal, intent, { charityName, requester })
      : { code: 'created', orderId: known };
  if (created.code !== 'created') return outcomeOf(deps, created);
  if (await keepOrder(deps.db, intent.id, created.orderId, deps.clock.now())) return outcomeOf(deps, created);
  const { provider_session_id: kept } = await readIntent(deps.db.read, intent.id);
  return { code: 'opened', orderId: kept ?? created.orderId }; // only the stored order is ever captured
}

/** PayPal repeats a refusal for the same request id, so after a refusal the next request gets a new id. */
async function requestOrder(
  deps: Deps,
  paypal: PayPalProvider,
  intent: DonationIntentRow,
  { charityName, requester }: { readonly charityName: string; readonly requester: OrderRequester },
): Promise<CreatedOrder> {
  const refusals = await findRefusals(deps.db.read, intent.id);
  const created = await paypal.createOrder({
    requestId: requestIdOf(intent.id, refusals),
    donation: { record: recordOfIntent(deps, intent), charityName },
    total: chargeOf(intent).total,
    description: `Donation to ${charityName}: ${intent.label}`,
    pageUrl: new URL('/paypal-checkout', requester.siteUrl).href,
  });
  if (created.code === 'refused') await countRefusal(deps, intent.id, refusals, false);
  return created;
}

function outcomeOf(deps: Deps, created: CreatedOrder): PayPalOrderOutcome {
  if (created.code === 'created') return { code: 'opened', orderId: created.orderId };
  deps.log.error({ detail: created.detail }, 'PayPal created no order');
  return { code: 'provider_unavailable', sentence: paypalSentences.unavailable };
}

/** The same donation in the same currency is the same order, however its amount was written. */
const hashOf = (total: Money, data: DonationData): string =>
  hash('sha256', JSON.stringify(['paypal', total, data]), 'hex');
