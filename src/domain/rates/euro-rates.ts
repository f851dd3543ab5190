import { toBillionths } from '#domain/money/rate-change.ts';
import { divideHalfAwayFromZero } from '#domain/money/rounding.ts';
import type { EnteredRate } from './check-rates.ts';
import { ratedCurrencies, seedSource, type Rates } from './rates.ts';

/** The rates of one euro on a day. */
export interface EuroRates {
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  /** Units per euro as decimal text, by currency code. Includes the US dollar. */
  readonly unitsPerEuro: ReadonlyMap<string, string>;
}

/** Accepts positive decimals with at most nine digits before and nine after the point. */
export const isEuroRate = (units: string): boolean => /^\d{1,9}(\.\d{1,9})?$/.test(units) && toBillionths(units) > 0n;

/** Computes rates per US dollar, with six decimals, for the euro and every other currency that we show and that has a rate. */
export function toDollarRates({ day, unitsPerEuro }: EuroRates, source: string): readonly EnteredRate[] {
  const dollars = toBillionths(unitsPerEuro.get('USD') ?? '0');
  if (dollars === 0n) throw new RangeError('the rates have no US dollar');
  return ratedCurrencies.flatMap((currency) => {
    const units = currency === 'EUR' ? '1' : unitsPerEuro.get(currency);
    if (units === undefined) return [];
    return [
      {
        currency,
        unitsPerDollar: fromMillionths(divideHalfAwayFromZero(toBillionths(units) * million, dollars)),
        day,
        source,
      },
    ];
  });
}

const million = 1_000_000n;

const fromMillionths = (millionths: bigint): string =>
  `${millionths / million}.${String(millionths % million).padStart(6, '0')}`;

/** Returns the rates that are later than the rates that apply. Any rate counts as later than a first rate. */
export const laterRates = (rates: readonly EnteredRate[], present: Rates): readonly EnteredRate[] =>
  rates.filter(({ currency, day }) =>
    ratedCurrencies.some(
      (rated) => rated === currency && (present[rated].source === seedSource || day > present[rated].day),
    ),
  );
