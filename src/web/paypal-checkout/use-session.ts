import { useQuery } from '@tanstack/react-query';
import { paypalEndpoints } from '#contract/paypal-endpoints.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { callEndpoint } from '#web/api.ts';
import { describeProblem, PayPalProblem, toPayPalProblem } from './problem.ts';
import { loadWebSdk, type PaymentListener, type PaymentSession, type WebSdk } from './web-sdk.ts';

/** PayPal's script in the page: on its way, ready to be started, or not to be had. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly sentence: string }
  | { readonly status: 'ready'; readonly session: PaymentSession };

/** A client token lives for 15 minutes; the last of them is left for the click and the payment. */
const tokenFreshMs = 14 * 60_000;

/**
 * Makes a payment session ready before anybody clicks, and anew whenever its client token grows old: while the page is
 * looked at, and as soon as it is looked at again. `renew` makes another at once.
 */
export function useSession(
  currency: CurrencyCode,
  listener: PaymentListener,
): { readonly state: SessionState; readonly renew: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['paypal-session', currency],
    queryFn: ({ signal }) => openSession(currency, listener, signal),
    staleTime: tokenFreshMs,
    gcTime: 0, // a session belongs to the visit that listens to it
    refetchInterval: tokenFreshMs,
    refetchOnWindowFocus: true,
    structuralSharing: false,
  });
  return { state: stateOf(data, error), renew: () => void refetch() };
}

function stateOf(session: PaymentSession | undefined, error: Error | null): SessionState {
  if (session) return { status: 'ready', session };
  return error ? { status: 'failed', sentence: describeProblem(error) } : { status: 'loading' };
}

async function openSession(
  currency: CurrencyCode,
  listener: PaymentListener,
  signal: AbortSignal,
): Promise<PaymentSession> {
  const { clientToken, webSdkUrl } = await callEndpoint(paypalEndpoints.setUpPayPal, { signal });
  const sdk = await loadWebSdk(webSdkUrl);
  try {
    return await createSession(sdk, clientToken, currency, listener);
  } catch (problem) {
    throw toPayPalProblem(problem);
  }
}

async function createSession(
  sdk: WebSdk,
  clientToken: string,
  currency: CurrencyCode,
  listener: PaymentListener,
): Promise<PaymentSession> {
  const components = ['paypal-payments'] as const;
  const instance = await sdk.createInstance({ clientToken, components, pageType: 'checkout' });
  const methods = await instance.findEligibleMethods({ currencyCode: currency });
  if (!methods.isEligible('paypal')) throw new PayPalProblem(`it takes no payments in ${currency} here.`);
  return instance.createPayPalOneTimePaymentSession(listener);
}
