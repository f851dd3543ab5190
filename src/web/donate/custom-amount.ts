import { checkGift, giftMax, giftMin } from '#domain/donation/pricing.ts';
import { baseCurrency, currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { currentRates, fromBase, toBase } from '#domain/money/exchange.ts';
import { formatMoney } from '#domain/money/format.ts';
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

/** The amount that the field starts with: 5 US dollars in the visitor's currency, as a bare number in their own marks (spec 4). */
export function suggestedAmount(currency: CurrencyCode, marks: NumberMarks): string {
  const amount = fromBase(money(5_00, baseCurrency), currency, currentRates);
  const bare = formatMoney(amount).slice(currencies[currency].symbol.length).replaceAll(',', '');
  return bare.replace('.', marks.decimal);
}

const rangeSentence = (currency: CurrencyCode): string =>
  `Please enter an amount between ${showAmount(giftMin, currency)} and ${showAmount(giftMax, currency)}`;
