import { baseCurrency, currencies, type CurrencyCode } from './currency.ts';
import type { Money } from './money.ts';

/** Formats with en-US grouping, the currency's own decimals and the symbol in front: `$1,234.50`, `¥498`, `CHF 12.00`. */
export const formatMoney = (amount: Money): string =>
  (amount.amountMinor < 0 ? '-' : '') + currencies[amount.currency].symbol + digitsOf(amount);

/**
 * Formats an amount for a visitor who sees prices in `displayCurrency`: US dollars are `US$3.50` unless that is the
 * visitor's own currency (spec-readings, Money).
 */
export const formatMoneyFor = (amount: Money, displayCurrency: CurrencyCode): string =>
  displayCurrency === baseCurrency ? formatMoney(amount) : formatMoneyForAnyone(amount);

/** Formats for readers whose currency we do not know, as in emails, PDFs and the impact report: US dollars are `US$3.50`. */
export const formatMoneyForAnyone = (amount: Money): string =>
  amount.currency === baseCurrency ? formatMoney(amount).replace('$', 'US$') : formatMoney(amount);

/** Formats with the ISO code in front, for places in which the symbol could mislead: `CAD 5.24`. */
export const formatWithCode = (amount: Money): string =>
  `${amount.amountMinor < 0 ? '−' : ''}${amount.currency} ${digitsOf(amount)}`;

/** Returns plain decimal text with the currency's own decimals, for URLs and form fields: `3.50`. */
export const toDecimalText = (amount: Money): string =>
  (amount.amountMinor < 0 ? '-' : '') + digitsOf(amount).replaceAll(',', '');

/** Formats a whole number with commas between thousands (spec 9). */
export const formatCount = (count: number): string => groupThousands(String(count));

/** Formats a count with its noun: `1 meal`, `1,200 meals`. */
export const formatCountOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Formats an amount without its sign and symbol. */
function digitsOf({ amountMinor, currency }: Money): string {
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0');
  const whole = groupThousands(digits.slice(0, digits.length - exponent));
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
}

const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
