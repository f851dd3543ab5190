import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyDeskEndpoints } from '#contract/money-desk-endpoints.ts';
import { refundSentences, type RefundAnswer } from '#contract/money-desk.ts';
import { chargeCurrency } from '#domain/money/currency.ts';
import { toDecimal } from '#domain/money/money.ts';
import { englishMarks, parseAmount } from '#domain/money/parse-amount.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { booksKey } from './use-books.ts';

/** A refund as it was typed: all that is left when no amount is named. */
export interface WantedRefund {
  readonly transactionId: string;
  readonly amount: number | undefined;
}

/** A refund by hand: how it went, or what is wrong with it. */
export interface RefundState {
  readonly isAsking: boolean;
  readonly asked: RefundAnswer | undefined;
  readonly problem: string | undefined;
  readonly ask: (refund: WantedRefund) => Promise<void>;
}

/** Asks the server for one refund at a time. */
export function useRefund(): RefundState {
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<RefundAnswer>();
  const [problem, setProblem] = useState<string>();
  const followBooks = useFollowedBooks();
  async function ask({ transactionId, amount }: WantedRefund): Promise<void> {
    setIsAsking(true);
    setAsked(undefined);
    setProblem(undefined);
    try {
      const body = amount === undefined ? {} : { amount };
      setAsked(await callEndpoint(moneyDeskEndpoints.refundDonation, { params: { id: transactionId }, body }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.sentence : answerLost);
    } finally {
      setIsAsking(false);
      followBooks();
    }
  }
  return { isAsking, asked, problem, ask };
}

/** Pressing again could give the same part back a second time. */
const answerLost =
  'The answer was lost, and nobody here knows whether the refund was asked for. Look at the books, and at the provider, before you ask again.';

/** When the books are read again after a refund was asked for: the provider's word comes some seconds later. */
const followDelaysMs = [0, 2_000, 5_000, 10_000];

/** Has the books read anew for some seconds, each time it is called. */
function useFollowedBooks(): () => void {
  const cache = useQueryClient();
  const [refunds, setRefunds] = useState(0);
  useEffect(() => {
    if (refunds === 0) return undefined;
    const read = (): void => void cache.invalidateQueries({ queryKey: booksKey });
    const timers = followDelaysMs.map((delayMs) => setTimeout(read, delayMs));
    return () => timers.forEach(clearTimeout);
  }, [refunds, cache]);
  return () => setRefunds((count) => count + 1);
}

/** What was typed into the form, or what is wrong with it. An empty amount stands for all that is left. */
export function readRefund(form: HTMLFormElement): WantedRefund | { readonly problem: string } {
  const fields = new FormData(form);
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const transactionId = text('transactionId');
  if (transactionId === '') return { problem: 'Please enter a transaction ID.' };
  if (text('amount') === '') return { transactionId, amount: undefined };
  // The server knows the currency of the charge; none that we know has finer decimals than this one.
  const amount = parseAmount(text('amount'), chargeCurrency, englishMarks);
  return amount && amount.amountMinor > 0
    ? { transactionId, amount: toDecimal(amount) }
    : { problem: refundSentences.amountInvalid };
}
