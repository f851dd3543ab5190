import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyDeskEndpoints } from '#contract/money-desk-endpoints.ts';
import { refundSentences, type RefundAnswer } from '#contract/money-desk.ts';
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
  const cache = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<RefundAnswer>();
  const [problem, setProblem] = useState<string>();
  async function ask({ transactionId, amount }: WantedRefund): Promise<void> {
    setIsAsking(true);
    setAsked(undefined);
    setProblem(undefined);
    try {
      const body = amount === undefined ? {} : { amount };
      setAsked(await callEndpoint(moneyDeskEndpoints.refundDonation, { params: { id: transactionId }, body }));
      void cache.invalidateQueries({ queryKey: booksKey });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.sentence : 'The refund did not get through. Please try again.');
    } finally {
      setIsAsking(false);
    }
  }
  return { isAsking, asked, problem, ask };
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
  const amount = Number(text('amount'));
  return amount > 0 && Number.isFinite(amount) ? { transactionId, amount } : { problem: refundSentences.amountInvalid };
}
