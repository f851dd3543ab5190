import * as z from 'zod/mini';
import { baseCurrency } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import { englishMarks, parseAmount } from '#domain/money/parse-amount.ts';

/** What the address of the thank-you page says about a gift. It proves nothing (rulings, Donations). */
export interface SuccessQuery {
  readonly amount: Money;
  readonly meals: number;
  readonly charityName: string;
  readonly transactionId: string | undefined;
}

const wholeNumber = z.string().check(z.regex(/^[0-9]{1,9}$/));
const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

/** Reads the address; `undefined` when its amount is missing, no number, or not above zero (spec 2, Donation Success). */
export function readSuccessQuery(query: URLSearchParams): SuccessQuery | undefined {
  const amount = readAmount(query.get('amount') ?? '');
  if (!amount || amount.amountMinor <= 0) return undefined;
  const meals = wholeNumber.safeParse(query.get('meals'));
  return {
    amount,
    meals: meals.success ? Number(meals.data) : 0,
    charityName: readText(query.get('charity')) ?? '',
    transactionId: readText(query.get('transaction_id')),
  };
}

function readText(text: string | null): string | undefined {
  const read = shortText.safeParse(text);
  return read.success ? read.data : undefined;
}

/** Decimals beyond the cent are cut: an address that somebody wrote by hand is shown, never counted. */
const readAmount = (text: string): Money | undefined =>
  parseAmount(text.replace(/(\.[0-9]{2})[0-9]+$/, '$1'), baseCurrency, englishMarks);
