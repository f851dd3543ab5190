import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';

const paypalCurrencies: ReadonlySet<CurrencyCode> = new Set(['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'CHF', 'JPY', 'AUD']);

/** Returns true if PayPal accepts payments in a currency (spec-readings, PayPal). Orders in other currencies are refused. */
export const isPayPalCurrency = (currency: CurrencyCode): boolean => paypalCurrencies.has(currency);

/** Returns the currency in which a visitor pays with PayPal: the display currency if PayPal accepts it, otherwise US dollars. */
export const paypalCurrencyFor = (currency: CurrencyCode): CurrencyCode =>
  isPayPalCurrency(currency) ? currency : baseCurrency;
