import { expect, test } from 'vitest';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { isPayPalCurrency, paypalCurrencyFor } from './paypal-currency.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);

test('PayPal accepts eight of our currencies', () => {
  expect(codes.filter(isPayPalCurrency)).toEqual(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);
});

test.each(codes)('a visitor who sees %s pays in it or in US dollars', (currency) => {
  expect(paypalCurrencyFor(currency)).toBe(isPayPalCurrency(currency) ? currency : 'USD');
});
