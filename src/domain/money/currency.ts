/**
 * The currencies that the product shows or charges. `exponent` is the number of decimals (ISO 4217). `symbol` precedes an amount
 * (spec-readings, Money); it ends in a space if it is the currency's code.
 */
export const currencies = {
  USD: { exponent: 2, symbol: '$', name: 'US Dollar', pluralName: 'US dollars' },
  CAD: { exponent: 2, symbol: 'CA$', name: 'Canadian Dollar', pluralName: 'Canadian dollars' },
  MXN: { exponent: 2, symbol: 'MX$', name: 'Mexican Peso', pluralName: 'Mexican pesos' },
  GBP: { exponent: 2, symbol: '£', name: 'British Pound', pluralName: 'British pounds' },
  EUR: { exponent: 2, symbol: '€', name: 'Euro', pluralName: 'euros' },
  CHF: { exponent: 2, symbol: 'CHF ', name: 'Swiss Franc', pluralName: 'Swiss francs' },
  AED: { exponent: 2, symbol: 'AED ', name: 'UAE Dirham', pluralName: 'UAE dirhams' },
  SAR: { exponent: 2, symbol: 'SAR ', name: 'Saudi Riyal', pluralName: 'Saudi riyals' },
  QAR: { exponent: 2, symbol: 'QAR ', name: 'Qatari Riyal', pluralName: 'Qatari riyals' },
  ZAR: { exponent: 2, symbol: 'ZAR ', name: 'South African Rand', pluralName: 'South African rand' },
  NGN: { exponent: 2, symbol: 'NGN ', name: 'Nigerian Naira', pluralName: 'Nigerian naira' },
  EGP: { exponent: 2, symbol: 'EGP ', name: 'Egyptian Pound', pluralName: 'Egyptian pounds' },
  JPY: { exponent: 0, symbol: '¥', name: 'Japanese Yen', pluralName: 'Japanese yen' },
  CNY: { exponent: 2, symbol: 'CN¥', name: 'Chinese Yuan', pluralName: 'Chinese yuan' },
  AUD: { exponent: 2, symbol: 'A$', name: 'Australian Dollar', pluralName: 'Australian dollars' },
  INR: { exponent: 2, symbol: '₹', name: 'Indian Rupee', pluralName: 'Indian rupees' },
} as const satisfies Record<string, { exponent: number; symbol: string; name: string; pluralName: string }>;

export type CurrencyCode = keyof typeof currencies;

/** Accepts only codes in upper case. */
export const isCurrencyCode = (text: string): text is CurrencyCode => Object.hasOwn(currencies, text);

/** The currency of prices, `amount`, history and impact (spec-readings, Money). */
export const baseCurrency = 'USD' satisfies CurrencyCode;

/** The currency in which cards are charged: the spec's fixed `"cad"` (spec 7; spec-readings, Money). */
export const chargeCurrency = 'CAD' satisfies CurrencyCode;
