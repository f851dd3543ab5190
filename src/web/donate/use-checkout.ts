import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { subtotalOf } from '#domain/donation/basket.ts';
import { divideHalfAwayFromZero } from '#domain/money/rounding.ts';
import { reportEvent } from '#web/analytics/index.ts';
import { readIsSignedIn } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { snacksKey } from './catalogue.ts';
import { checkDraft } from './check-draft.ts';
import type { Gift, Place } from './checkout-payload.ts';
import { markSubmitted, readDraft, renewIdempotencyKey } from './draft-store.ts';
import { requestCheckout, type CheckoutOutcome } from './request-checkout.ts';

/** Title of the error toast: one for the donation form, one for the review step (spec 8, Checkout). */
export type CheckoutErrorTitle = 'Checkout Error' | 'Payment Error';

/** How the page leaves for another address; a test puts its own in. */
export type LeavePage = (url: string) => void;

/** The way from the donation form to the payment page. */
export interface Checkout {
  /** True from the click until the page has left, or an error was shown. */
  readonly isProcessing: boolean;
  /** What went wrong last, in words; a modal dialog lies over the toast that says so too. */
  readonly problem: string | undefined;
  readonly forgetProblem: () => void;
  readonly submit: (errorTitle: CheckoutErrorTitle) => Promise<void>;
}

/** Checks the gift, asks for its payment page and goes there; whatever fails is told in a toast and the visitor stays (spec 4). */
export function useCheckout(charities: readonly CharityAnswer[], leavePage: LeavePage): Checkout {
  const [isProcessing, setIsProcessing] = useState(false);
  useKeptFocus(isProcessing);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    // A page that the back button brings back as it was still has the state of its last moment.
    const wakeUp = ({ persisted }: PageTransitionEvent): void => void (persisted && setIsProcessing(false));
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, []);

  async function submit(errorTitle: CheckoutErrorTitle): Promise<void> {
    const checked = checkDraft(readDraft(), charities);
    if (checked.code === 'incomplete') return showToast({ ...checked, tone: 'destructive' });
    if (checked.gift.frequency === 'monthly' && !readIsSignedIn()) return navigate(signInPath); // rulings: monthly needs an account
    setIsProcessing(true);
    setProblem(undefined);
    reportStart(checked.gift);
    const outcome = await requestCheckout(checked.gift, readDraft().idempotencyKey, currentPlace());
    if (outcome.code !== 'refused') return leaveFor(outcome, leavePage);
    setIsProcessing(false);
    setProblem(outcome.sentence);
    showToast({ title: errorTitle, description: outcome.sentence, tone: 'destructive' });
    if (!outcome.isOutdated) return;
    renewIdempotencyKey();
    await queryClient.invalidateQueries({ queryKey: snacksKey });
  }
  return { isProcessing, problem, forgetProblem: () => setProblem(undefined), submit };
}

const signInPath = '/auth';

/** Wait between the toast for a gift that was paid before and its thank-you page (spec 9). */
const settledDelayMs = 1000;

function leaveFor(outcome: Exclude<CheckoutOutcome, { code: 'refused' }>, leavePage: LeavePage): void {
  markSubmitted();
  if (outcome.code === 'opened') return leavePage(outcome.url);
  showToast({ title: 'Payment Successful', description: 'This donation is paid already. Thank you!', tone: 'default' });
  setTimeout(() => leavePage(outcome.url), settledDelayMs);
}

/** Reports that a payment was begun. The event's value is the amount, rounded to whole dollars (spec 4, Checkout flow). */
export function reportStart({ basket, charity }: Gift): void {
  const dollars = Number(divideHalfAwayFromZero(BigInt(subtotalOf(basket).amountMinor), 100n));
  reportEvent('donation_started', { category: 'engagement', label: charity.name, value: dollars });
}

const currentPlace = (): Place => ({
  origin: window.location.origin,
  href: window.location.href,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
