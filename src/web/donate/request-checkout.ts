import { giftEndpoints } from '#contract/gift-endpoints.ts';
import { idempotencyKeyHeader } from '#contract/checkout.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { toCheckoutRequest, type Gift, type Place } from './checkout-payload.ts';
import { describeProblem } from './checkout-problem.ts';

/**
 * What came of asking for a checkout: a page to pay on, a gift that was paid before, or the sentence to show.
 * `isOutdated`: the server knows other prices, or another gift under this key.
 */
export type CheckoutOutcome =
  | { readonly code: 'opened'; readonly url: string }
  | { readonly code: 'settled'; readonly url: string }
  | { readonly code: 'refused'; readonly sentence: string; readonly isOutdated: boolean };

/** Longest wait for the payment page, before the visitor is told that it did not work. */
export const checkoutTimeoutMs = 10_000;

/** Asks for the payment page of a gift (spec 4, Checkout flow). The same key asks for the same page. */
export async function requestCheckout(gift: Gift, idempotencyKey: string, place: Place): Promise<CheckoutOutcome> {
  try {
    const answer = await callEndpoint(giftEndpoints.createCheckoutSession, {
      body: toCheckoutRequest(gift, place),
      headers: { [idempotencyKeyHeader]: idempotencyKey },
      signal: AbortSignal.timeout(checkoutTimeoutMs),
    });
    return { code: answer.isSettled === true ? 'settled' : 'opened', url: answer.url };
  } catch (problem) {
    const isOutdated = problem instanceof ApiError && problem.status === 409;
    return { code: 'refused', sentence: describeProblem(problem), isOutdated };
  }
}
