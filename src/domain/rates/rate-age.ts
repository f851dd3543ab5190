import { ratedCurrencies, seedSource, type Rate, type RatedCurrency, type Rates } from './rates.ts';

/**
 * The age of a rate. `old` after 7 days: it should be set again. `alerted` after 30 days: staff are alerted. `expired` after
 * 45 days: prices are shown in US dollars instead of the currency.
 */
export type RateAge = 'current' | 'old' | 'alerted' | 'expired';

/** The time and mode that decide a rate's age. The first rates never age in test mode, where no real money moves. */
export interface RateClock {
  readonly now: Date;
  readonly isTestMode: boolean;
}

/** Returns the age of a rate, counted from the start of its day in UTC. */
export function rateAge({ day, source }: Pick<Rate, 'day' | 'source'>, { now, isTestMode }: RateClock): RateAge {
  if (isTestMode && source === seedSource) return 'current';
  const days = (now.getTime() - Date.parse(day)) / dayMs;
  if (days > expiredAfterDays) return 'expired';
  if (days > alertedAfterDays) return 'alerted';
  return days > oldAfterDays ? 'old' : 'current';
}

/** Returns the calendar day of an instant in UTC. */
export const toDay = (instant: Date): string => instant.toISOString().slice(0, 10);

const dayMs = 24 * 60 * 60 * 1000;
const oldAfterDays = 7;
const alertedAfterDays = 30;
const expiredAfterDays = 45;

/** Returns the currencies whose rates have one of these ages. */
export const currenciesOfAge = (rates: Rates, ages: readonly RateAge[], clock: RateClock): readonly RatedCurrency[] =>
  ratedCurrencies.filter((currency) => ages.includes(rateAge(rates[currency], clock)));
