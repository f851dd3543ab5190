import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';

/** The currencies of our list that PayPal settles (rulings, PayPal). */
const settled: ReadonlySet<CurrencyCode> = new Set(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);

/** Whether PayPal settles a currency; those it does not are refused. */
export const isPayPalCurrency = (currency: CurrencyCode): boolean => settled.has(currency);

/** What a visitor who sees this currency pays PayPal in: the same where PayPal settles it, else US dollars (rulings, PayPal). */
export const paypalCurrencyFor = (currency: CurrencyCode): CurrencyCode =>
  isPayPalCurrency(currency) ? currency : baseCurrency;
