import { describe, expect, test } from 'vitest';
import { regionCode, suggestedCharity } from './suggested-charity.ts';

describe('the region code of a country', () => {
  test.each<[number, readonly string[]]>([
    [6, ['CA']],
    [7, ['US', 'MX']],
    [8, ['AE', 'SA', 'QA', 'KW', 'BH', 'OM', 'JO', 'LB', 'IL', 'TR']],
    [9, ['GB', 'DE', 'FR', 'IT', 'ES', 'CH']],
    [
      5,
      [
        'AU',
        'JP',
        'CN',
        'IN',
        'SG',
        'EG',
        'ZA',
        'NG',
        'KE',
        'MA',
        'BR',
        'AR',
        'CL',
        'CO',
        'OTHER',
        'SE',
        'none',
        '',
        'ca',
        'constructor',
      ],
    ],
  ])('is %d for %j', (code, countries) => {
    expect(countries.map((country) => [country, regionCode(country)])).toStrictEqual(
      countries.map((country) => [country, code]),
    );
  });
});

describe('the default charity', () => {
  const charityOf = (id: number) => ({ id, name: `Charity ${id}` });
  const seeded = [5, 6, 7, 8, 9].map(charityOf);

  test.each<[string, number]>([
    ['CA', 6],
    ['US', 7],
    ['MX', 7],
    ['AE', 8],
    ['DE', 9],
    ['JP', 5],
    ['BR', 5],
  ])('in %s is number %d', (country, id) => {
    expect(suggestedCharity(seeded, country)).toStrictEqual(charityOf(id));
  });

  test('does not depend on the order of the list', () => {
    expect(suggestedCharity(seeded.toReversed(), 'CA')).toStrictEqual(charityOf(6));
  });

  test('is the first of the list if the suggested one is missing', () => {
    expect(suggestedCharity([charityOf(8), charityOf(9)], 'CA')).toStrictEqual(charityOf(8));
  });

  test('is undefined for an empty list', () => {
    expect(suggestedCharity([], 'CA')).toBeUndefined();
  });
});
