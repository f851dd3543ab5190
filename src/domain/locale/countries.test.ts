import { describe, expect, test } from 'vitest';
import { formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { countries, currencyOf, defaultCountry, isListedCountry, type ListedCountry } from './countries.ts';

/** Each country's currency (spec 9) and how 10,000 of its minor units are shown (spec-readings, Money). */
const shown: Record<ListedCountry, readonly [string, string]> = {
  US: ['USD', '$100.00'],
  CA: ['CAD', 'CA$100.00'],
  MX: ['MXN', 'MX$100.00'],
  GB: ['GBP', '£100.00'],
  DE: ['EUR', '€100.00'],
  FR: ['EUR', '€100.00'],
  IT: ['EUR', '€100.00'],
  ES: ['EUR', '€100.00'],
  CH: ['CHF', 'CHF 100.00'],
  AE: ['AED', 'AED 100.00'],
  SA: ['SAR', 'SAR 100.00'],
  QA: ['QAR', 'QAR 100.00'],
  ZA: ['ZAR', 'ZAR 100.00'],
  NG: ['NGN', 'NGN 100.00'],
  EG: ['EGP', 'EGP 100.00'],
  JP: ['JPY', '¥10,000'],
  CN: ['CNY', 'CN¥100.00'],
  AU: ['AUD', 'A$100.00'],
  IN: ['INR', '₹100.00'],
};

describe('the currency of a country', () => {
  test.each(Object.entries(shown))('of %s is %j', (country, expected) => {
    const currency = currencyOf(country);
    expect([currency, formatMoney(money(10_000, currency))]).toStrictEqual(expected);
  });

  test.each(['BR', 'SE', 'KW', 'OTHER', 'none', '', 'ca', 'toString', '__proto__'])(
    'is US dollars for %j, which is not listed',
    (country) => {
      expect([isListedCountry(country), currencyOf(country)]).toStrictEqual([false, 'USD']);
    },
  );
});

test('every country in the selector has a unique name and belongs to one of the five regions', () => {
  const listed = Object.values(countries);
  expect(new Set(listed.map((country) => country.name)).size).toBe(listed.length);
  expect(new Set(listed.map((country) => country.region))).toStrictEqual(
    new Set(['North America', 'Europe', 'Middle East', 'Africa', 'Asia Pacific']),
  );
});

test('the default country is Canada', () => {
  expect([defaultCountry, currencyOf(defaultCountry)]).toStrictEqual(['CA', 'CAD']);
});
