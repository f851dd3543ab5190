import * as z from 'zod/mini';
import { baseCurrency } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';

/** The details of a donation in the address of the thank-you page. They prove nothing (spec-readings, Donations). */
export interface SuccessQuery {
  readonly amount: Money;
  readonly meals: number;
  readonly charityName: string;
  readonly transactionId: string | undefined;
}

const wholeNumber = z.string().check(z.regex(/^[0-9]{1,9}$/));
const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

/** Reads the query; `undefined` when its amount is missing or not a positive number (spec 2, Donation Success). */
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

/** Reads an amount without decimals beyond the cent, because it is only shown, and never recorded. */
const readAmount = (text: string): Money | undefined =>
  parseAmount(text.replace(/(\.[0-9]{2})[0-9]+$/, '$1'), baseCurrency, englishSeparators);

/** Returns eight random capitals and digits, for an address without a transaction id (spec 2). */
export const randomTransactionId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => alphabet[byte % alphabet.length]).join('');

// I, L, O and 1 are left out, because people mix them up. Each of the 32 characters is equally likely for a random byte.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ023456789';
