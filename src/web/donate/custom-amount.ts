import { checkGift, giftMax, giftMin } from '#domain/donation/pricing.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { currentRates, fromBase, toBase } from '#domain/money/exchange.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';
import { parseAmount, type NumberMarks } from '#domain/money/parse-amount.ts';
import { showAmount } from './figures.ts';

/** What a typed amount comes to: a gift in the base currency, nothing at all, or a sentence to show beside the field. */
export type CustomAmount =
  | { readonly code: 'accepted'; readonly amount: Money }
  | { readonly code: 'ignored' }
  | { readonly code: 'out_of_range'; readonly sentence: string };

/** Reads an amount that a visitor typed in their own currency and marks (rulings, Custom amount). */
export function readCustomAmount(text: string, currency: CurrencyCode, marks: NumberMarks): CustomAmount {
  const typed = parseAmount(text, currency, marks);
  if (!typed) return { code: 'ignored' };
  const amount = toBase(typed, currentRates);
  return checkGift(amount) === 'ok'
    ? { code: 'accepted', amount }
    : { code: 'out_of_range', sentence: rangeSentence(currency) };
}

/** The amount that the field starts with: 5 US dollars in the visitor's currency (spec 4). */
export const suggestedAmount = (currency: CurrencyCode, marks: NumberMarks): string =>
  typedAmount(money(5_00, baseCurrency), currency, marks);

/** A base-currency amount as the visitor would type it: in their currency, as a bare number in their own marks. */
export const typedAmount = (amount: Money, currency: CurrencyCode, marks: NumberMarks): string =>
  toDecimalText(fromBase(amount, currency, currentRates)).replace('.', marks.decimal);

/** Says which amounts can be given, in the visitor's currency. */
export const rangeSentence = (currency: CurrencyCode): string =>
  `Please enter an amount between ${showAmount(giftMin, currency)} and ${showAmount(giftMax, currency)}`;
