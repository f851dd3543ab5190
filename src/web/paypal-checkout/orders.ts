import { paypalEndpoints } from '#contract/paypal-endpoints.ts';
import type { PayPalCaptureAnswer } from '#contract/paypal.ts';
import { ApiError, callEndpoint, UnexpectedAnswerError } from '#web/api.ts';
import { toOrderRequest, type Payment } from './payment.ts';
import { describeProblem } from './problem.ts';

/** Longest waits for the server, which in turn waits for PayPal. */
const orderTimeoutMs = 20_000;
const captureTimeoutMs = 40_000;

/** Has an order made for exactly these figures. Rejects as `callEndpoint` does. */
export async function requestOrder(payment: Payment): Promise<{ readonly orderId: string }> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { id } = await callEndpoint(paypalEndpoints.createPayPalOrder, {
    body: toOrderRequest(payment, timeZone),
    signal: AbortSignal.timeout(orderTimeoutMs),
  });
  return { orderId: id };
}

/**
 * What came of capturing an order: the thank-you page to go to; an instrument that PayPal declined; no answer, so that nobody
 * here knows; or a refusal, with which nothing was charged.
 */
export type CaptureOutcome =
  | { readonly code: 'captured'; readonly status: PayPalCaptureAnswer['status']; readonly url: string }
  | { readonly code: 'declined'; readonly sentence: string }
  | { readonly code: 'unanswered' }
  | { readonly code: 'refused'; readonly sentence: string };

/** Takes the money of an approved order. Asking again is harmless: one order is paid once. */
export async function captureOrder(orderId: string): Promise<CaptureOutcome> {
  try {
    const { status, url } = await callEndpoint(paypalEndpoints.capturePayPalOrder, {
      params: { orderId },
      signal: AbortSignal.timeout(captureTimeoutMs),
    });
    return { code: 'captured', status, url: onThisSite(url) };
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status >= 500 || problem.status === 429)
      return { code: 'unanswered' };
    return { code: problem.code === 'payment_declined' ? 'declined' : 'refused', sentence: describeProblem(problem) };
  }
}

/** A way to leave this site is no answer to a capture. */
function onThisSite(address: string): string {
  const url = new URL(address, window.location.href);
  if (url.origin !== window.location.origin) throw new UnexpectedAnswerError(`${url.origin} is another site`);
  return url.href;
}
