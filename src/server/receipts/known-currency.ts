import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';

/** A currency as a row names it. Rows are written by us, so a currency that is none of ours is an accident. */
export function knownCurrency(code: string): CurrencyCode {
  if (!isCurrencyCode(code)) throw new TypeError(`${code} is no currency of ours`);
  return code;
}
