import type { CurrencyCode } from '#domain/money/currency.ts';

/** Parts of the world that the product sorts countries into (spec 9). */
export type Region = 'North America' | 'Europe' | 'Middle East' | 'Africa' | 'Asia Pacific';

/** A country of the currency selector: what it is called, how its money is shown, where it lies (spec 3, Currency info). */
export interface CountryInfo {
  readonly name: string;
  readonly currency: CurrencyCode;
  readonly region: Region;
}

/** The countries of spec 9's rate table, and Italy and Spain, whose euro the rulings name. In the selector's order. */
export const countries = {
  CA: { name: 'Canada', currency: 'CAD', region: 'North America' },
  US: { name: 'United States', currency: 'USD', region: 'North America' },
  MX: { name: 'Mexico', currency: 'MXN', region: 'North America' },
  GB: { name: 'United Kingdom', currency: 'GBP', region: 'Europe' },
  DE: { name: 'Germany', currency: 'EUR', region: 'Europe' },
  FR: { name: 'France', currency: 'EUR', region: 'Europe' },
  IT: { name: 'Italy', currency: 'EUR', region: 'Europe' },
  ES: { name: 'Spain', currency: 'EUR', region: 'Europe' },
  CH: { name: 'Switzerland', currency: 'CHF', region: 'Europe' },
  AE: { name: 'United Arab Emirates', currency: 'AED', region: 'Middle East' },
  SA: { name: 'Saudi Arabia', currency: 'SAR', region: 'Middle East' },
  QA: { name: 'Qatar', currency: 'QAR', region: 'Middle East' },
  ZA: { name: 'South Africa', currency: 'ZAR', region: 'Africa' },
  NG: { name: 'Nigeria', currency: 'NGN', region: 'Africa' },
  EG: { name: 'Egypt', currency: 'EGP', region: 'Africa' },
  JP: { name: 'Japan', currency: 'JPY', region: 'Asia Pacific' },
  CN: { name: 'China', currency: 'CNY', region: 'Asia Pacific' },
  AU: { name: 'Australia', currency: 'AUD', region: 'Asia Pacific' },
  IN: { name: 'India', currency: 'INR', region: 'Asia Pacific' },
} as const satisfies Record<string, CountryInfo>;

/** Two-letter code of a country of the selector. */
export type ListedCountry = keyof typeof countries;

/** Any two-letter country code; those outside the selector are kept as the country and use US money (rulings). */
export type CountryCode = string;

/** Whether a code is a country of the selector. */
export const isListedCountry = (code: string): code is ListedCountry => Object.hasOwn(countries, code);

/** The currency a country's visitors see; US money where the table lacks the country (spec 9). */
export const currencyOf = (country: CountryCode): CurrencyCode =>
  isListedCountry(country) ? countries[country].currency : 'USD';

/** Country before anything is known about the visitor (spec 4). */
export const defaultCountry = 'CA' satisfies ListedCountry;
