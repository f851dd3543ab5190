import type { StripeConfig } from '#server/config/config.ts';
import { stripeApiVersion } from '#server/payments/index.ts';
import { callHttp, type HttpResponse } from '../http-call.ts';

export const stripeOrigin = ({ apiBase }: StripeConfig): string => apiBase?.origin ?? 'https://api.stripe.com';

export const readStripe = (stripe: StripeConfig, path: string): Promise<HttpResponse> =>
  callStripe(stripe, path, 'GET');

/** Makes a call that Stripe refuses, without required parameters or for an unknown id, so that it changes nothing. */
export const tryToWrite = (stripe: StripeConfig, path: string): Promise<HttpResponse> =>
  callStripe(stripe, path, 'POST');

const callStripe = (stripe: StripeConfig, path: string, method: 'GET' | 'POST'): Promise<HttpResponse> =>
  callHttp(`${stripeOrigin(stripe)}${path}`, {
    method,
    headers: { authorization: `Bearer ${stripe.secretKey}`, 'stripe-version': stripeApiVersion() },
  });
