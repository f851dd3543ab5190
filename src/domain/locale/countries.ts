import type { CurrencyCode } from '#domain/money/currency.ts';

/** A part of the world (spec 9). */
export type Region = 'North America' | 'Europe' | 'Middle East' | 'Africa' | 'Asia Pacific';

/** A country in the currency selector (spec 3, Currency info). */
export interface CountryInfo {
  readonly name: string;
  readonly currency: CurrencyCode;
  readonly region: Region;
}

/** The countries of spec 9's rate table plus Italy and Spain (spec-readings, Pages), in the selector's order. */
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

export type ListedCountry = keyof typeof countries;

/** Any two-letter country code. Visitors from an unlisted country keep it and see US dollars (spec-readings, Money). */
export type CountryCode = string;

export const isListedCountry = (code: string): code is ListedCountry => Object.hasOwn(countries, code);

/** Returns the display currency of a country's visitors; US dollars for an unlisted country (spec 9). */
export const currencyOf = (country: CountryCode): CurrencyCode =>
  isListedCountry(country) ? countries[country].currency : 'USD';

/** The visitor's country until it is detected (spec 4). */
export const defaultCountry = 'CA' satisfies ListedCountry;
