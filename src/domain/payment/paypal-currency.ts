import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';

const settled: ReadonlySet<CurrencyCode> = new Set(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);

/** Whether PayPal settles a currency (spec-readings, PayPal). Orders in other currencies are refused. */
export const isPayPalCurrency = (currency: CurrencyCode): boolean => settled.has(currency);

/** The currency a visitor pays PayPal in: the display currency where PayPal settles it, otherwise US dollars. */
export const paypalCurrencyFor = (currency: CurrencyCode): CurrencyCode =>
  isPayPalCurrency(currency) ? currency : baseCurrency;
