import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEuroRate, laterRates, toDollarRates } from './euro-rates.ts';
import { seededRates } from './rates.ts';

const day = '2026-11-20';
const source = 'www.ecb.europa.eu';
const rateOf = (unitsPerEuro: Readonly<Record<string, string>>, currency: string): string | undefined =>
  toDollarRates({ day, unitsPerEuro: new Map(Object.entries(unitsPerEuro)) }, source).find(
    (rate) => rate.currency === currency,
  )?.unitsPerDollar;

test('rates per euro become rates per dollar, with six decimals, for the currencies that we show', () => {
  const unitsPerEuro = new Map([
    ['USD', '1.25'],
    ['CAD', '1.5'],
    ['JPY', '200'],
    ['TRY', '40'],
  ]);
  expect(toDollarRates({ day, unitsPerEuro }, source)).toEqual(
    expect.arrayContaining([
      { currency: 'EUR', unitsPerDollar: '0.800000', day, source },
      { currency: 'CAD', unitsPerDollar: '1.200000', day, source },
      { currency: 'JPY', unitsPerDollar: '160.000000', day, source },
    ]),
  );
  expect(toDollarRates({ day, unitsPerEuro }, source)).toHaveLength(3);
});

test.each([
  ['3', '1', '0.333333'],
  ['3', '2', '0.666667'],
  ['1', '0.0000005', '0.000001'], // half a millionth
  ['1', '0.000000499', '0.000000'],
])('with %s dollars and %s pounds per euro, a dollar is %3$s pounds', (dollars, pounds, expected) => {
  expect(rateOf({ USD: dollars, GBP: pounds }, 'GBP')).toBe(expected);
});

test('a rate per dollar, times the dollars per euro, is the rate per euro to within half a millionth of a dollar', () => {
  const units = fc.integer({ min: 1, max: 10 ** 9 });
  fc.assert(
    fc.property(units, units, (dollars, pounds) => {
      const text = (tenThousandths: number): string =>
        `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`;
      const [whole = '', fraction = ''] = (rateOf({ USD: text(dollars), GBP: text(pounds) }, 'GBP') ?? '').split('.');
      const difference = BigInt(whole + fraction) * BigInt(dollars) - BigInt(pounds) * 1_000_000n;
      expect((difference < 0n ? -difference : difference) * 2n).toBeLessThanOrEqual(BigInt(dollars));
    }),
  );
});

test.each(['0', '0.000', '-1', '1,5', '1e3', '', ' 1', '1.', '.5', '0.0000000001', '1234567890', 'N/A'])(
  '%j is not a rate',
  (units) => expect(isEuroRate(units)).toBe(false),
);

test('a rate is later than any first rate, and than a rate of an earlier day', () => {
  const present = { ...seededRates, CAD: { unitsPerDollar: '1.4', day, source } };
  const of = (currency: string, ofDay: string) => ({ currency, unitsPerDollar: '1.4', day: ofDay, source });
  const later = [of('CAD', '2026-11-21'), of('EUR', '2026-11-01')];
  expect(laterRates([...later, of('CAD', day), of('CAD', '2026-11-19'), of('TRY', '2026-11-21')], present)).toEqual(
    later,
  );
});
