import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectCountry } from './detect-country.ts';

const seoul = 540; // an offset for which the spec assumes the US
const berlinInSummer = 120; // an offset for which the spec assumes AE

describe("the region of the browser's language decides:", () => {
  test.each<[string, string]>([
    ['en-CA', 'CA'],
    ['fr-CA', 'CA'],
    ['en-US', 'US'],
    ['en-gb', 'GB'],
    ['pt-BR', 'BR'], // kept as the country, although it is not in the rate table
    ['ko-KR', 'KR'],
    ['zh-Hans-CN', 'CN'],
    ['zh-Hant-HK', 'HK'],
    ['zh-yue-HK', 'HK'],
    ['sr-Latn-RS', 'RS'],
    ['de-CH-1996', 'CH'],
    ['sl-IT-nedis', 'IT'],
    ['hy-Latn-IT-arevela', 'IT'],
    ['en-US-u-ca-gregory', 'US'],
    ['ja-JP-u-ca-japanese-x-lvariant-jp', 'JP'],
    ['de-CH-x-phonebk', 'CH'],
    ['en_GB', 'GB'],
    ['EN-in', 'IN'],
  ])('%j means %s whatever the clock says', (language, country) => {
    expect([
      detectCountry(language, seoul),
      detectCountry(language, berlinInSummer),
      detectCountry(language, 0),
    ]).toStrictEqual([country, country, country]);
  });
});

describe('if the language has no region, the clock decides:', () => {
  test.each([
    '',
    'en',
    'fr',
    'es-419',
    'zh-Hans',
    'de-1996',
    'en-u-ca-gregory',
    'en-u-rg-gbzzzz',
    'ar-x-ae',
    'x-ca',
    'x-private',
    'i-ca',
    '-',
    '419',
  ])('%j', (language) => {
    expect([-360, 0, 120, seoul].map((minutes) => detectCountry(language, minutes))).toStrictEqual([
      'US',
      'GB',
      'AE',
      'US',
    ]);
  });
});

describe('the clock, in minutes east of UTC', () => {
  test.each<[number, string]>([
    [-720, 'US'],
    [-660, 'US'],
    [-601, 'US'],
    [-600, 'US'],
    [-599, 'US'],
    [-420, 'US'],
    [-361, 'US'],
    [-360, 'US'],
    [-359, 'US'],
    [-300, 'US'], // New York in winter
    [-121, 'US'],
    [-120, 'GB'],
    [-119, 'GB'],
    [0, 'GB'],
    [60, 'GB'],
    [61, 'US'],
    [119, 'US'],
    [120, 'AE'],
    [240, 'AE'],
    [241, 'US'],
    [330, 'US'],
    [540, 'US'],
    [840, 'US'],
    [Number.NaN, 'US'],
  ])('%d says %s', (minutes, country) => {
    expect([detectCountry('en', minutes), detectCountry('es-419', minutes)]).toStrictEqual([country, country]);
  });
});

test('every language text gives a country of two capital letters', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'enCAxu-_419') })),
      fc.integer(),
      (language, minutes) => {
        expect(detectCountry(language, minutes)).toMatch(/^[A-Z]{2}$/);
      },
    ),
  );
});
