import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { CharityResponse } from '#contract/catalogue.ts';
import { checkoutSentences, type CheckoutRequest } from '#contract/checkout.ts';
import { idempotencyKeyHeader } from '#contract/endpoint.ts';
import { donationCalls } from '#contract/calls/donation.ts';
import { subtotalOf } from '#domain/donation/basket.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { formatMoney } from '#domain/money/format.ts';
import { divideHalfAwayFromZero } from '#domain/money/rounding.ts';
import { reportEvent } from '#web/analytics/index.ts';
import { ApiError, callEndpoint, UnexpectedResponseError } from '#web/api.ts';
import { hasSessionEnded, readIsSignedIn, signInState } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';
import { refreshPrices } from '../catalogue.ts';
import {
  checkDraft,
  toCheckoutRequest,
  type CompleteDraft,
  type PageContext,
  type PriceSources,
} from './checkout-payload.ts';
import { markSubmitted, readDraft, renewIdempotencyKey, updateDraft } from '../draft/draft-store.ts';
import type { Draft } from '../draft/draft.ts';
import type { describePriceChanges } from './price-changes.ts';

/** The title of the error toast, in the donation form and in the review step (spec 8, Checkout). */
type CheckoutErrorTitle = 'Checkout Error' | 'Payment Error';

/** Opens another address; tests replace it. */
export type LeavePage = (url: string) => void;

export interface Checkout {
  /** True from the click until the next page opens or an error is shown. */
  readonly isProcessing: boolean;
  /** The last error. The review step shows it, because its dialog covers the toast. */
  readonly problem: string | undefined;
  readonly clearProblem: () => void;
  /** The last refresh of the prices. */
  readonly refresh: PriceRefresh | undefined;
  readonly submit: (errorTitle: CheckoutErrorTitle) => Promise<void>;
}

/** Sentences about what changed when prices were fetched again, and the key of the draft with the new prices. */
export interface PriceRefresh {
  readonly changes: string;
  readonly idempotencyKey: string;
}

interface CheckoutContext extends PriceSources {
  readonly draft: Draft;
  readonly charities: readonly CharityResponse[];
  readonly currency: CurrencyCode;
  readonly leavePage: LeavePage;
}

/**
 * Checks the draft, requests its payment page and opens it. An error shows a toast and leaves the visitor on the page
 * (spec 4). When the server refuses the prices, they are fetched again, so that the next try works (spec-readings, Money).
 */
export function useCheckout(context: CheckoutContext): Checkout {
  const { draft, charities, rates, currency, leavePage } = context;
  const [isProcessing, setIsProcessing] = useState(false);
  useFocusRestore(isProcessing);
  const [problem, setProblem] = useState<string>();
  const [refresh, setRefresh] = useState<PriceRefresh>();
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    // The back button may restore the page in the state in which it was left.
    const handlePageShow = ({ persisted }: PageTransitionEvent): void => void (persisted && setIsProcessing(false));
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);

  async function submit(errorTitle: CheckoutErrorTitle): Promise<void> {
    const checked = checkDraft(draft, charities, rates);
    if (checked.code === 'incomplete') return showToast({ ...checked, tone: 'destructive' });
    const needsAccount = checked.draft.frequency === 'monthly'; // spec-readings, Donations
    const wasSignedIn = readIsSignedIn();
    const goToSignIn = (isForEveryone: boolean): void =>
      navigate('/auth', { state: signInState({ returnTo: '/', hasSessionEnded: wasSignedIn, isForEveryone }) });
    if (needsAccount && !wasSignedIn) return goToSignIn(false);
    setIsProcessing(true);
    setProblem(undefined);
    reportStart(checked.draft, rates);
    const body = toCheckoutRequest(checked.draft, context, readPageContext());
    const outcome = await requestCheckout(body, draft.idempotencyKey);
    if (outcome.code !== 'refused') return leaveFor(outcome, leavePage);
    if (await hasSessionEnded(cache, outcome.problem)) {
      setIsProcessing(false);
      return goToSignIn(!needsAccount);
    }
    const sentence = describeProblem(outcome.problem);
    setProblem(sentence);
    showToast({ title: errorTitle, description: sentence, tone: 'destructive' });
    if (isOutdated(outcome.problem)) setRefresh(await refreshDraft(cache, draft, { rates, currency }));
    setIsProcessing(false);
  }

  return { isProcessing, problem, clearProblem: () => setProblem(undefined), refresh, submit };
}

/**
 * Fetches the prices again and puts them into the draft, under a new key. A charity that is gone stays the donor's choice, so
 * that the page asks for another instead of suggesting one.
 */
async function refreshDraft(
  cache: QueryClient,
  { basket: basketBefore, charityId }: Draft,
  { rates, currency }: Pick<CheckoutContext, 'rates' | 'currency'>,
): Promise<PriceRefresh> {
  const prices = await refreshPrices(cache);
  renewIdempotencyKey();
  if (prices.snacks) updateDraft({ kind: 'catalogue_loaded', snacks: prices.snacks });
  const isGone = prices.charities?.every(({ id }) => id !== charityId);
  if (isGone && charityId !== undefined) updateDraft({ kind: 'charity_chosen', charityId });
  const { basket, idempotencyKey } = readDraft();
  const view = { currency, format: formatMoney, paidWith: 'card' } as const;
  const changes = await describeChanges({ basket: basketBefore, rates }, { basket, rates: prices.rates }, view);
  return { changes, idempotencyKey };
}

/**
 * Describes in sentences what changed. The script with the sentences is loaded only when it is needed. If it fails to load, a
 * general sentence replaces them.
 */
export async function describeChanges(...prices: Parameters<typeof describePriceChanges>): Promise<string> {
  const sentences = await import('./price-changes.ts').catch(() => undefined);
  return sentences ? sentences.describePriceChanges(...prices) : 'Your basket is updated.';
}

/** The time to read the toast about a donation that is already paid, before its thank-you page opens (spec 9). */
const settledDelayMs = 1000;

function leaveFor(outcome: Exclude<CheckoutOutcome, { code: 'refused' }>, leavePage: LeavePage): void {
  markSubmitted();
  if (outcome.code === 'opened') return leavePage(outcome.url);
  showToast({
    title: 'Payment Successful',
    description: 'This donation has already been paid. Thank you!',
    tone: 'default',
  });
  setTimeout(() => leavePage(outcome.url), settledDelayMs);
}

/** Reports the start of a payment, with the amount rounded to whole dollars (spec 4, Checkout flow). */
export function reportStart({ basket, charity }: CompleteDraft, rates: RateTable): void {
  const dollars = Number(divideHalfAwayFromZero(BigInt(subtotalOf(basket, rates).amountMinor), 100n));
  reportEvent('donation_started', { category: 'engagement', label: charity.name, value: dollars });
}

const readPageContext = (): PageContext => ({
  origin: window.location.origin,
  href: window.location.href,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The page to pay on, the thank-you page of a donation that is already paid, or the error if there is neither. */
type CheckoutOutcome =
  | { readonly code: 'opened'; readonly url: string }
  | { readonly code: 'settled'; readonly url: string }
  | { readonly code: 'refused'; readonly problem: unknown };

const checkoutTimeoutMs = 10_000;

/** Requests the payment page (spec 4, Checkout flow). The same key gets the same page. */
async function requestCheckout(body: CheckoutRequest, idempotencyKey: string): Promise<CheckoutOutcome> {
  try {
    const response = await callEndpoint(donationCalls.createCheckoutSession, {
      body,
      headers: { [idempotencyKeyHeader]: idempotencyKey },
      signal: AbortSignal.timeout(checkoutTimeoutMs),
    });
    return { code: response.isSettled === true ? 'settled' : 'opened', url: response.url };
  } catch (problem) {
    return { code: 'refused', problem };
  }
}

/** Returns true if prices have changed, the charity no longer takes donations, or the key belongs to another donation. */
const isOutdated = (problem: unknown): boolean =>
  problem instanceof ApiError && (problem.status === 409 || problem.code === 'invalid_charity');

/**
 * Returns the server's sentence about a refusal, else its status, or `Network error` if the refusal is unreadable. Has a sentence
 * for a response that does not match the contract, and one for no response (spec 8, Checkout).
 */
function describeProblem(problem: unknown): string {
  if (problem instanceof ApiError) return problem.sentence;
  if (problem instanceof UnexpectedResponseError) return 'No checkout URL received from server';
  return checkoutSentences.providerUnavailable;
}
