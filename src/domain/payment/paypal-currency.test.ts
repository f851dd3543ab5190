import { expect, test } from 'vitest';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { isPayPalCurrency, paypalCurrencyFor } from './paypal-currency.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);

test('PayPal settles eight currencies of our list', () => {
  expect(codes.filter(isPayPalCurrency)).toEqual(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);
});

test.each(codes)('who sees %s pays in it, or in US dollars', (currency) => {
  expect(paypalCurrencyFor(currency)).toBe(isPayPalCurrency(currency) ? currency : 'USD');
});
