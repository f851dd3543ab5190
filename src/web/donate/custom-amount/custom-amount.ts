import { checkAmount, donationMax, donationMin } from '#domain/donation/pricing.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { currentRates, fromBase, toBase } from '#domain/money/exchange.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';
import { parseAmount, type NumberSeparators } from '#domain/money/parse-amount.ts';
import { showAmount } from '../figures.ts';

/** A typed amount: accepted in the base currency, ignored because it is not a number, or out of range with the sentence to show. */
export type CustomAmount =
  | { readonly code: 'accepted'; readonly amount: Money }
  | { readonly code: 'ignored' }
  | { readonly code: 'out_of_range'; readonly sentence: string };

/** Reads an amount that a visitor typed in their own currency and number format (spec-readings, Custom amount). */
export function readCustomAmount(text: string, currency: CurrencyCode, separators: NumberSeparators): CustomAmount {
  const typed = parseAmount(text, currency, separators);
  if (!typed) return { code: 'ignored' };
  const amount = toBase(typed, currentRates);
  return checkAmount(amount) === 'ok'
    ? { code: 'accepted', amount }
    : { code: 'out_of_range', sentence: rangeSentence(currency) };
}

/** What the field is pre-filled with: 5 US dollars in the visitor's currency (spec 4). */
export const suggestedAmount = (currency: CurrencyCode, separators: NumberSeparators): string =>
  typedAmount(money(5_00, baseCurrency), currency, separators);

/** A base-currency amount as the visitor would type it: a bare number in their currency and number format. */
export const typedAmount = (amount: Money, currency: CurrencyCode, separators: NumberSeparators): string =>
  toDecimalText(fromBase(amount, currency, currentRates)).replace('.', separators.decimal);

/** The error for an amount out of range, in the visitor's currency. */
export const rangeSentence = (currency: CurrencyCode): string =>
  `Please enter an amount between ${showAmount(donationMin, currency)} and ${showAmount(donationMax, currency)}`;
