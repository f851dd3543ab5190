import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';

/** Money in PayPal's words. */
export interface WireMoney {
  readonly currency_code: string;
  readonly value: string;
}

/** An amount as the SDK takes it: decimal text with the decimals of its currency, and none where it has none. */
export const toSdkMoney = (amount: Money): { currencyCode: string; value: string } => ({
  currencyCode: amount.currency,
  value: toDecimalText(amount),
});

/** An amount that PayPal wrote; `undefined` for a currency that we do not know, or text that is no exact amount of it. */
export function fromWireMoney(wire: WireMoney | undefined): Money | undefined {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(wire?.value ?? '');
  if (!wire || !parts || !isCurrencyCode(wire.currency_code)) return undefined;
  const { exponent } = currencies[wire.currency_code];
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined;
  return money(Number(`${sign}${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`), wire.currency_code);
}
