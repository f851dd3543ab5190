import { currencies } from './currency.ts';
import type { Money } from './money.ts';

/** An amount as people read it: en-US grouping, the currency's own decimals, the symbol in front: `$1,234.50`, `¥498`, `CHF 12.00`. */
export function formatMoney(amount: Money): string {
  const sign = amount.amountMinor < 0 ? '-' : '';
  return (
    sign +
    currencies[amount.currency].symbol +
    formatDigits(Math.abs(amount.amountMinor), currencies[amount.currency].exponent)
  );
}

/** An amount with its ISO code in front, for places where the symbol alone could mislead: `CAD 5.24`. */
export const formatWithCode = (amount: Money): string => {
  const sign = amount.amountMinor < 0 ? '-' : '';
  return `${sign}${amount.currency} ${formatDigits(Math.abs(amount.amountMinor), currencies[amount.currency].exponent)}`;
};

/** An amount as plain decimal text with the currency's own decimals and nothing else: `3.50`, for addresses and form fields. */
export function toDecimalText(amount: Money): string {
  const sign = amount.amountMinor < 0 ? '-' : '';
  return sign + formatDigits(Math.abs(amount.amountMinor), currencies[amount.currency].exponent).replaceAll(',', '');
}

/** A whole number with comma thousands separators (spec 9), for meals and counts. */
export const formatCount = (count: number): string => groupThousands(String(count));

function formatDigits(amountMinor: number, exponent: number): string {
  const digits = String(amountMinor).padStart(exponent + 1, '0');
  const whole = groupThousands(digits.slice(0, digits.length - exponent));
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
}

const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
