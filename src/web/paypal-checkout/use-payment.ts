import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { paypalCalls } from '#contract/calls/paypal.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { callEndpoint } from '#web/api.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { checkSession, readIsSignedIn, signInState } from '#web/session/index.ts';
import type { Payment } from './orders.ts';
import { PaymentFlow, type Progress } from './payment-flow.ts';
import { describeProblem, PayPalProblem, toPayPalProblem } from './problem.ts';
import { loadWebSdk, type PaymentListener, type PaymentSession, type WebSdk } from './web-sdk.ts';

/** The state of a payment, and what the visitor can do. */
export interface PayPalPayment {
  readonly session: SessionState;
  readonly progress: Progress;
  /** The text of the open alert (spec 8, PayPal). */
  readonly alertText: string | undefined;
  readonly closeAlert: () => void;
  readonly pay: () => void;
  readonly finish: () => void;
}

/**
 * Combines PayPal's script with the payment flow. `onOutdated` is called when the server refuses the payment's prices or
 * charity.
 */
export function usePayment(payment: Payment, leavePage: LeavePage, onOutdated: () => void): PayPalPayment {
  const [flow] = useState(() => new PaymentFlow(leavePage, payment));
  const { progress, alert } = useSyncExternalStore(flow.subscribe, flow.read);
  const { state: session, renew } = useSession(payment.currency, flow.listener);
  const signIn = useSignInToDonate();
  const [isFailureSeen, setIsFailureSeen] = useState(false);
  useEffect(() => {
    // The back button may restore the page in the state in which it was left.
    const handlePageShow = ({ persisted }: PageTransitionEvent): void => void (persisted && flow.reset());
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, [flow]);

  const handleOutdated = useEffectEvent(onOutdated);
  useEffect(() => {
    if (alert?.source === 'outdated') handleOutdated();
  }, [alert]);

  const failure = session.status === 'failed' && !isFailureSeen ? session.sentence : undefined;
  const closeAlert = (): void => {
    setIsFailureSeen(true);
    flow.closeAlert();
    if (alert?.source === 'paypal') renew();
    if (alert?.source === 'charity_gone') onOutdated(); // the home page then opens, where the donor chooses another charity
    if (alert?.source === 'signed_out') void signIn();
  };
  const pay = (): void => {
    if (session.status === 'ready') void flow.start(session.session, payment);
  };
  return { session, progress, alertText: alert?.text ?? failure, closeAlert, pay, finish: () => void flow.finish() };
}

/** Returns a function for a donor who has to sign in. It opens `/auth`, which says why and leads back to the basket. */
function useSignInToDonate(): () => Promise<void> {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    const wasSignedIn = readIsSignedIn();
    await checkSession(cache);
    navigate('/auth', { state: signInState({ returnTo: '/', hasSessionEnded: wasSignedIn, isForEveryone: true }) });
  };
}

/** The state of PayPal's script. */
type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly sentence: string }
  | { readonly status: 'ready'; readonly session: PaymentSession };

/** A client token expires after 15 minutes; renew it a minute early. */
const tokenRenewalMs = 14 * 60_000;

/** Creates a payment session before the click, and a new one whenever its client token expires or `renew` is called. */
function useSession(
  currency: CurrencyCode,
  listener: PaymentListener,
): { readonly state: SessionState; readonly renew: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['paypal-session', currency],
    queryFn: ({ signal }) => openSession(currency, listener, signal),
    staleTime: tokenRenewalMs,
    gcTime: 0, // a session reports to the payment flow it was created for
    refetchInterval: tokenRenewalMs,
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
  const { clientToken, webSdkUrl } = await callEndpoint(paypalCalls.setUpPayPal, { signal });
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
  if (!methods.isEligible('paypal')) throw new PayPalProblem(`it doesn't accept payments in ${currency} here.`);
  return instance.createPayPalOneTimePaymentSession(listener);
}
