import { checkAmount, donationMax, donationMin } from '#domain/donation/pricing.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, toBase, type RateTable } from '#domain/money/exchange.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';
import { parseAmount, type NumberSeparators } from '#domain/money/parse-amount.ts';
import { useCountry, useNumberSeparators } from '#web/country/index.ts';
import { useRates } from '../catalogue.ts';
import { showAmount } from '../figures.ts';

/** The currency, separators and rates with which the visitor reads and types amounts. */
export interface AmountNotation {
  readonly currency: CurrencyCode;
  readonly separators: NumberSeparators;
  readonly rates: RateTable;
}

export const useAmountNotation = (): AmountNotation => ({
  currency: useCountry().currency,
  separators: useNumberSeparators(),
  rates: useRates(),
});

/** A typed amount in the visitor's currency, or the sentence that says why the text is refused. */
export type CustomAmount =
  | { readonly code: 'accepted'; readonly entered: Money }
  | { readonly code: 'refused'; readonly sentence: string };

/** Reads an amount that a visitor typed in their own currency and number format (spec-readings, Custom amount). */
export function readCustomAmount(text: string, { currency, separators, rates }: AmountNotation): CustomAmount {
  const entered = parseAmount(text, currency, separators);
  if (entered && checkAmount(toBase(entered, rates)) === 'ok') return { code: 'accepted', entered };
  const [min, max] = [donationMin, donationMax].map((bound) => showAmount(bound, currency, rates));
  return { code: 'refused', sentence: `Please enter an amount between ${min} and ${max}` };
}

/** Returns the text with which the field is pre-filled: 5 US dollars in the visitor's currency (spec 4). */
export const suggestedAmount = ({ currency, separators, rates }: AmountNotation): string =>
  typedAmount(fromBase(money(5_00, baseCurrency), currency, rates), separators);

/** Writes an amount as the visitor would type it: a bare number. Its digits are Latin, so its separator is a point or a comma. */
export const typedAmount = (amount: Money, separators: NumberSeparators): string =>
  separators.decimal === ',' ? toDecimalText(amount).replace('.', ',') : toDecimalText(amount);
