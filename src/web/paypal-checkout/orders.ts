import { paypalCalls } from '#contract/calls/paypal.ts';
import type { PayPalCaptureResponse, PayPalOrderRequest } from '#contract/paypal.ts';
import { mealsOf } from '#domain/donation/basket.ts';
import { priceIn, type Price } from '#domain/donation/pricing.ts';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { paypalCurrencyFor } from '#domain/payment/paypal-currency.ts';
import { ApiError, callEndpoint, UnexpectedResponseError } from '#web/api.ts';
import { toDonationData, type CompleteDraft, type PriceSources } from '#web/donate/index.ts';
import { describeProblem } from './problem.ts';

/** A payment for PayPal to charge, with exactly the figures that the page shows. */
export interface Payment {
  readonly draft: CompleteDraft;
  readonly meals: number;
  readonly currency: CurrencyCode;
  readonly price: Price;
  readonly sources: PriceSources;
  /** Tells visitors why the figures are in US dollars; `undefined` if PayPal accepts their display currency. */
  readonly currencyNote: string | undefined;
}

/** Returns the payment in the visitor's currency if PayPal accepts it, else in US dollars (spec-readings, PayPal). */
export function paymentOf(draft: CompleteDraft, visitorCurrency: CurrencyCode, sources: PriceSources): Payment {
  const { rates } = sources;
  const currency = paypalCurrencyFor(visitorCurrency);
  return {
    draft,
    meals: mealsOf(draft.basket, rates),
    currency,
    price: priceIn(draft.basket, currency, rates),
    sources,
    currencyNote:
      currency === visitorCurrency
        ? undefined
        : `PayPal doesn't accept ${currencies[visitorCurrency].pluralName} (${visitorCurrency}), so you'll pay in US dollars.`,
  };
}

// Generous, because the server has to wait for PayPal.
const orderTimeoutMs = 20_000;
const captureTimeoutMs = 40_000;

/** Creates an order for exactly these figures. */
export async function requestOrder(payment: Payment): Promise<{ readonly orderId: string }> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { id } = await callEndpoint(paypalCalls.createPayPalOrder, {
    body: toOrderRequest(payment, timeZone),
    signal: AbortSignal.timeout(orderTimeoutMs),
  });
  return { orderId: id };
}

/**
 * The result of a capture: a captured order with its thank-you page; a declined card, or a payer who has to return to PayPal; no
 * usable response, so the outcome is unknown; or a refusal, without a charge. After `declined`, the payer can approve the same
 * order again.
 */
export type CaptureOutcome =
  | { readonly code: 'captured'; readonly status: PayPalCaptureResponse['status']; readonly url: string }
  | { readonly code: 'declined'; readonly sentence: string }
  | { readonly code: 'no_response' }
  | { readonly code: 'refused'; readonly sentence: string };

/** Captures an approved order. Repeating this is safe, because an order is paid only once. */
export async function captureOrder(orderId: string): Promise<CaptureOutcome> {
  try {
    const { status, url } = await callEndpoint(paypalCalls.capturePayPalOrder, {
      params: { orderId },
      signal: AbortSignal.timeout(captureTimeoutMs),
    });
    return { code: 'captured', status, url: requireOwnOrigin(url) };
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status >= 500 || isRateLimited(problem))
      return { code: 'no_response' };
    const canApproveAgain = problem.code === 'payment_declined' || problem.code === 'order_not_approved';
    return { code: canApproveAgain ? 'declined' : 'refused', sentence: describeProblem(problem) };
  }
}

const isRateLimited = ({ status, code }: ApiError): boolean => status === 429 && code !== 'too_many_declines';

function requireOwnOrigin(address: string): string {
  const url = new URL(address, window.location.href);
  if (url.origin !== window.location.origin) throw new UnexpectedResponseError(`${url.origin} is not this site`);
  return url.href;
}

/** Creates the body of `POST /paypal/order` (spec 3, PayPal order request), with the page's donation data. */
const toOrderRequest = ({ draft, currency, price, sources }: Payment, timeZone: string): PayPalOrderRequest => ({
  amount: toDecimalText(price.total),
  currency,
  intent: 'capture',
  donationData: { ...toDonationData(draft, sources.rates), recurring: false },
  timeZone,
  pricedWith: { rates: sources.rates.version, catalogue: sources.catalogueVersion },
});
