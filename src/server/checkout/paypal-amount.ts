import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { isPayPalCurrency } from '#domain/payment/paypal-currency.ts';

/** The currency that an order names, in any case; `undefined` for one that PayPal does not settle. */
export function paypalCurrency(text: string): CurrencyCode | undefined {
  const code = text.toUpperCase();
  return isCurrencyCode(code) && isPayPalCurrency(code) ? code : undefined;
}

/** A positive amount as an order writes it: a number, or plain decimal text. `undefined` for all else. */
export function paypalAmount(amount: number | string, currency: CurrencyCode): Money | undefined {
  if (typeof amount === 'string' && !/^\d{1,9}(\.\d{1,9})?$/.test(amount)) return undefined;
  const parsed = fromDecimal(Number(amount), currency);
  return parsed && parsed.amountMinor > 0 ? parsed : undefined;
}
