/**
 * Currencies the product shows or charges, with the number of decimals of their minor unit (ISO 4217) and the symbol
 * that stands in front of an amount (rulings: en-US form, symbol first; a code is followed by a space).
 */
export const currencies = {
  USD: { exponent: 2, symbol: '$', name: 'US Dollar' },
  CAD: { exponent: 2, symbol: 'CA$', name: 'Canadian Dollar' },
  MXN: { exponent: 2, symbol: 'MX$', name: 'Mexican Peso' },
  GBP: { exponent: 2, symbol: '£', name: 'British Pound' },
  EUR: { exponent: 2, symbol: '€', name: 'Euro' },
  CHF: { exponent: 2, symbol: 'CHF ', name: 'Swiss Franc' },
  AED: { exponent: 2, symbol: 'AED ', name: 'UAE Dirham' },
  SAR: { exponent: 2, symbol: 'SAR ', name: 'Saudi Riyal' },
  QAR: { exponent: 2, symbol: 'QAR ', name: 'Qatari Riyal' },
  ZAR: { exponent: 2, symbol: 'ZAR ', name: 'South African Rand' },
  NGN: { exponent: 2, symbol: 'NGN ', name: 'Nigerian Naira' },
  EGP: { exponent: 2, symbol: 'EGP ', name: 'Egyptian Pound' },
  JPY: { exponent: 0, symbol: '¥', name: 'Japanese Yen' },
  CNY: { exponent: 2, symbol: 'CN¥', name: 'Chinese Yuan' },
  AUD: { exponent: 2, symbol: 'A$', name: 'Australian Dollar' },
  INR: { exponent: 2, symbol: '₹', name: 'Indian Rupee' },
} as const satisfies Record<string, { exponent: number; symbol: string; name: string }>;

/** ISO 4217 code of a currency in `currencies`. */
export type CurrencyCode = keyof typeof currencies;

/** Whether a text is the code of a currency we know; codes are upper case. */
export const isCurrencyCode = (text: string): text is CurrencyCode => Object.hasOwn(currencies, text);

/** Currency of prices, `amount`, history and impact (rulings, Money). */
export const baseCurrency = 'USD' satisfies CurrencyCode;

/** Currency that cards are charged in: the spec's fixed `"cad"` (spec 7; rulings, Money). */
export const chargeCurrency = 'CAD' satisfies CurrencyCode;
