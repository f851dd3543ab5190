import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { currenciesOfAge, type RateClock } from './rate-age.ts';
import { mapRates, type Rates } from './rates.ts';
import type { Version } from '#domain/publishing/document-kind.ts';

/** A rate table with its version and the day of each rate. A donation keeps its rate and the day of the rate. */
export interface DatedRateTable extends RateTable {
  readonly version: number;
  readonly days: Readonly<Record<CurrencyCode, string>>;
  readonly inDollars: readonly CurrencyCode[];
}

/** Returns the rates for converting prices at the time of the clock. */
export const toRateTable = ({ number, document: rates }: Version<Rates>, clock: RateClock): DatedRateTable => ({
  version: number,
  setOn: rates.CAD.day,
  days: { [baseCurrency]: rates.CAD.day, ...mapRates((currency) => rates[currency].day) },
  unitsPerDollar: { [baseCurrency]: '1', ...mapRates((currency) => rates[currency].unitsPerDollar) },
  inDollars: currenciesOfAge(rates, ['expired'], clock),
});
