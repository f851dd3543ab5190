import { unprocessable } from './error.ts';
import type { PayPalMoney } from './records.ts';

/** The currencies that PayPal accepts, with their decimals. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'AUD CAD CZK DKK EUR HKD ILS MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' ').map((code) => [code, 2]),
  ),
  HUF: 0,
  JPY: 0,
  TWD: 0,
};

/** Parses an amount to minor units. Throws PayPal's refusal for an unsupported currency or wrong decimals. */
export function toMinor({ currency_code: currency, value }: PayPalMoney): number {
  const places = decimals[currency];
  if (places === undefined) {
    throw unprocessable(
      'INVALID_CURRENCY_CODE',
      'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
    );
  }
  const pattern = places === 0 ? /^\d{1,12}$/ : /^\d{1,12}(\.\d{1,2})?$/;
  if (!pattern.test(value)) {
    const description = 'If the currency supports decimals, only two decimal place precision is supported.';
    throw unprocessable('DECIMAL_PRECISION', description);
  }
  const [whole = '0', fraction = ''] = value.split('.');
  return Number(whole + fraction.padEnd(places, '0'));
}

/** An amount as the API writes it. */
export function toMoney(minor: number, currency: string): PayPalMoney {
  const places = decimals[currency] ?? 2;
  const digits = String(minor).padStart(places + 1, '0');
  const value = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return { currency_code: currency, value };
}

/** An amount that may be negative, as the API writes it. */
export function toSignedMoney(minor: number, currency: string): PayPalMoney {
  const { value } = toMoney(Math.abs(minor), currency);
  return { currency_code: currency, value: minor < 0 ? `-${value}` : value };
}

/** PayPal's fee for a payment: 2.9 % plus 30 minor units, at most the whole amount. */
export const paypalFeeMinor = (amountMinor: number): number =>
  Math.min(amountMinor, Math.round(amountMinor * 0.029) + 30);
