import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReceiptAnswer } from '#contract/receipt.ts';
import { rememberAnonymousDonation } from '#web/anonymous-donations/index.ts';
import { forgetSubmittedDraft } from '#web/donate/index.ts';
import { refreshDonorAnswers, useUser } from '#web/session/index.ts';
import { askForDonation, isOpen, type Confirmation } from './ask-for-donation.ts';

/** What the thank-you page knows about a gift: it is asking, it could not ask, or the server's word. */
export type AskedConfirmation = { readonly status: 'asking' } | { readonly status: 'unreachable' } | Confirmation;

/** The confirmation of a gift, and a way to ask for it now. */
export interface ConfirmationQuestion {
  readonly confirmation: AskedConfirmation;
  readonly isAsking: boolean;
  readonly askNow: () => void;
}

/** Shortest time that the spinner stands (spec 9). */
const processingMs = 800;
const eagerIntervalMs = 2_000;
const patientIntervalMs = 10_000;
/** A minute of asking every two seconds, before we ask more slowly. */
const eagerAnswersMax = 30;

/**
 * Asks the server about a gift until its payment is settled or over; not while the page is hidden. Without an id there is
 * nothing to ask. A settled gift of a guest is remembered for a later claim.
 */
export function useConfirmation(id: string | undefined): ConfirmationQuestion {
  const isSpinnerDue = useIsSpinnerDue();
  const queryClient = useQueryClient();
  const queryKey = ['confirmation', id];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => askForDonation(id ?? '', queryClient.getQueryData<Confirmation>(queryKey), signal),
    enabled: id !== undefined,
    staleTime: 0, // a payment moves on while nobody looks
    refetchInterval: ({ state }) => nextQuestionMs(state.data, state.dataUpdateCount),
  });
  const receipt = data?.status === 'settled' ? data.receipt : undefined;
  useRecord(receipt);
  const answer: AskedConfirmation =
    id === undefined ? { status: 'unknown' } : (data ?? { status: isError ? 'unreachable' : 'asking' });
  return {
    confirmation: isSpinnerDue ? { status: 'asking' } : answer,
    isAsking: isFetching,
    askNow: () => void refetch(),
  };
}

/** Notes that a gift was paid: its draft is done with, a donor's figures have changed, a guest's browser remembers it. */
function useRecord(receipt: ReceiptAnswer | undefined): void {
  const queryClient = useQueryClient();
  const { status, user } = useUser();
  useEffect(() => {
    if (!receipt) return;
    forgetSubmittedDraft();
    void refreshDonorAnswers(queryClient);
  }, [receipt, queryClient]);
  const isGuest = status !== 'loading' && user === null;
  useEffect(() => {
    if (!receipt || !isGuest) return;
    const { id, amount, mealsProvided } = receipt;
    rememberAnonymousDonation({ id, amount, mealsProvided });
  }, [receipt, isGuest]);
}

/** Milliseconds until the next question; `false` when the answer is final. */
export function nextQuestionMs(answer: Confirmation | undefined, answers: number): number | false {
  if (!isOpen(answer)) return false;
  return answers < eagerAnswersMax ? eagerIntervalMs : patientIntervalMs;
}

function useIsSpinnerDue(): boolean {
  const [isDue, setIsDue] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(false), processingMs);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}
