import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';

/** The currencies of ours that PayPal settles (rulings, PayPal). */
const paypalCurrencies: ReadonlySet<CurrencyCode> = new Set(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);

/** The currency that an order names, in any case; `undefined` for one that PayPal does not settle. */
export function paypalCurrency(text: string): CurrencyCode | undefined {
  const code = text.toUpperCase();
  return isCurrencyCode(code) && paypalCurrencies.has(code) ? code : undefined;
}

/** A positive amount as an order writes it: a number, or plain decimal text. `undefined` for all else. */
export function paypalAmount(amount: number | string, currency: CurrencyCode): Money | undefined {
  if (typeof amount === 'string' && !/^\d{1,9}(\.\d{1,9})?$/.test(amount)) return undefined;
  const parsed = fromDecimal(Number(amount), currency);
  return parsed && parsed.amountMinor > 0 ? parsed : undefined;
}
