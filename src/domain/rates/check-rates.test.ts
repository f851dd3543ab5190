import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRates, unlikelyChanges, type EnteredRate } from './check-rates.ts';
import { ratedCurrencies, seededRates } from './rates.ts';

const today = '2026-12-01';
const entered = (changes: Partial<EnteredRate> = {}): EnteredRate => ({
  currency: 'CAD',
  unitsPerDollar: '1.4',
  day: '2026-11-30',
  source: 'ECB',
  ...changes,
});

test('rates are accepted as entered, without needless zeros', () => {
  expect(
    checkRates(
      [entered({ unitsPerDollar: '01.400' }), entered({ currency: 'JPY', unitsPerDollar: '160.00' })],
      seededRates,
      today,
    ),
  ).toEqual({
    code: 'checked',
    rates: {
      CAD: { unitsPerDollar: '1.4', day: '2026-11-30', source: 'ECB' },
      JPY: { unitsPerDollar: '160', day: '2026-11-30', source: 'ECB' },
    },
  });
});

test.each<[Partial<EnteredRate>, string]>([
  [{ unitsPerDollar: '0' }, 'The rate of CAD must be above zero.'],
  [{ unitsPerDollar: '0.000' }, 'The rate of CAD must be above zero.'],
  [{ unitsPerDollar: '-1.4' }, 'The rate of CAD must be a positive number such as 1.36, with at most nine decimals.'],
  [{ unitsPerDollar: '1,4' }, 'The rate of CAD must be a positive number such as 1.36, with at most nine decimals.'],
  [{ unitsPerDollar: '1e3' }, 'The rate of CAD must be a positive number such as 1.36, with at most nine decimals.'],
  [{ unitsPerDollar: '' }, 'The rate of CAD must be a positive number such as 1.36, with at most nine decimals.'],
  [
    { unitsPerDollar: '1000000.1' },
    'The rate of CAD cannot be right: it must be between 0.0001 and 1,000,000 per US dollar.',
  ],
  [
    { unitsPerDollar: '0.00009' },
    'The rate of CAD cannot be right: it must be between 0.0001 and 1,000,000 per US dollar.',
  ],
  [{ currency: 'XYZ' }, 'XYZ is not a currency that we show.'],
  [{ currency: '' }, 'An empty text is not a currency that we show.'],
  [{ currency: 'toString' }, 'toString is not a currency that we show.'],
  [{ currency: 'USD' }, 'The rate of USD is always 1.'],
  [{ day: '2026-12-02' }, 'The day of CAD is in the future.'],
  [{ day: '2026-10-16' }, 'The day of CAD is more than 45 days ago. Please enter a newer rate.'],
  [{ day: '2026-11-31' }, 'The day of CAD must be a date such as 2026-11-21.'],
  [{ day: 'yesterday' }, 'The day of CAD must be a date such as 2026-11-21.'],
  [{ source: ' ' }, 'The source of CAD must have 1 to 100 characters.'],
  [{ source: 'x'.repeat(101) }, 'The source of CAD must have 1 to 100 characters.'],
])('%j is refused', (changes, sentence) => {
  expect(checkRates([entered(changes)], seededRates, today)).toEqual({ code: 'refused', sentence });
});

test('an empty list, and a list with a currency twice, are refused', () => {
  expect(checkRates([], seededRates, today)).toEqual({ code: 'refused', sentence: 'Please enter at least one rate.' });
  expect(checkRates([entered(), entered()], seededRates, today)).toMatchObject({ sentence: 'CAD is listed twice.' });
});

test('a rate cannot be older than the rate that applies, unless that is a first rate', () => {
  const present = { ...seededRates, CAD: { unitsPerDollar: '1.4', day: '2026-11-30', source: 'ECB' } };
  expect(checkRates([entered({ day: '2026-11-29' })], present, today)).toEqual({
    code: 'refused',
    sentence: 'The day of CAD is before 2026-11-30, the day of the rate that applies.',
  });
  expect(checkRates([entered()], present, today).code).toBe('checked');
  expect(checkRates([entered({ day: '2026-11-20' })], seededRates, today).code).toBe('checked');
});

describe('a change', () => {
  const changesOf = (unitsPerDollar: string) =>
    unlikelyChanges(seededRates, { CAD: { ...seededRates.CAD, unitsPerDollar } });

  test.each([
    ['1.496', []], // exactly 10 % above 1.36
    ['1.496000001', ['CAD']],
    ['1.224', []],
    ['1.223999999', ['CAD']],
    ['13.6', ['CAD']],
  ])('from 1.36 to %s needs a person to confirm %j', (units, currencies) => {
    expect(changesOf(units)).toEqual(currencies);
  });

  test('is unlikely exactly if it is larger than a tenth', () => {
    const currency = fc.constantFrom(...ratedCurrencies);
    const permille = fc.integer({ min: -900, max: 900 });
    fc.assert(
      fc.property(currency, permille, (code, change) => {
        const before = { ...seededRates, [code]: { ...seededRates[code], unitsPerDollar: '1000' } };
        const next = { [code]: { ...seededRates[code], unitsPerDollar: String(1000 + change) } };
        expect(unlikelyChanges(before, next)).toEqual(Math.abs(change) > 100 ? [code] : []);
      }),
    );
  });
});
