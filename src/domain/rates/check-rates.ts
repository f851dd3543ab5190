import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { toBillionths } from '#domain/money/rate-change.ts';
import { rateAge } from './rate-age.ts';
import { ratedCurrencies, seedSource, type Rate, type RatedCurrency, type Rates } from './rates.ts';

/** A rate as someone entered it. */
export interface EnteredRate extends Rate {
  readonly currency: string;
}

/** The checked rates for some currencies, or the sentence that says what is wrong with them. */
export type CheckedRates =
  | { readonly code: 'checked'; readonly rates: Partial<Rates> }
  | { readonly code: 'refused'; readonly sentence: string };

/** Checks entered rates against those that apply. `today` is a calendar day in UTC. */
export function checkRates(entered: readonly EnteredRate[], present: Rates, today: string): CheckedRates {
  if (entered.length === 0) return { code: 'refused', sentence: 'Please enter at least one rate.' };
  const rates: Partial<Record<RatedCurrency, Rate>> = {};
  for (const { currency, unitsPerDollar, day, source } of entered) {
    if (currency === baseCurrency) return refused('The rate of USD is always 1.');
    if (!isRated(currency)) return refused(`${currency || 'An empty text'} is not a currency that we show.`);
    if (rates[currency]) return refused(`${currency} is listed twice.`);
    const sentence =
      problemOfUnits(currency, unitsPerDollar) ??
      problemOfDay(currency, day, present[currency], today) ??
      problemOfSource(currency, source);
    if (sentence !== undefined) return refused(sentence);
    rates[currency] = { unitsPerDollar: trimZeros(unitsPerDollar), day, source };
  }
  return { code: 'checked', rates };
}

const isRated = (code: string): code is RatedCurrency => isCurrencyCode(code) && code !== baseCurrency;

const refused = (sentence: string): CheckedRates => ({ code: 'refused', sentence });

function problemOfUnits(currency: string, units: string): string | undefined {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(units))
    return `The rate of ${currency} must be a positive number such as 1.36, with at most nine decimals.`;
  if (toBillionths(units) === 0n) return `The rate of ${currency} must be above zero.`;
  if (toBillionths(units) < unitsMin || toBillionths(units) > unitsMax)
    return `The rate of ${currency} cannot be right: it must be between 0.0001 and 1,000,000 per US dollar.`;
  return undefined;
}

function problemOfDay(currency: string, day: string, present: Rate, today: string): string | undefined {
  if (!isDay(day)) return `The day of ${currency} must be a date such as 2026-11-21.`;
  if (day > today) return `The day of ${currency} is in the future.`;
  const age = rateAge({ day, source: '' }, { now: new Date(today), isTestMode: false });
  if (age === 'expired') return `The day of ${currency} is more than 45 days ago. Please enter a newer rate.`;
  if (present.source !== seedSource && day < present.day)
    return `The day of ${currency} is before ${present.day}, the day of the rate that applies.`;
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

const problemOfSource = (currency: string, source: string): string | undefined =>
  source.trim() === '' || source.length > sourceMax
    ? `The source of ${currency} must have 1 to ${sourceMax} characters.`
    : undefined;

const sourceMax = 100;

/** Removes needless zeros: `1.3600` becomes `1.36`, and `007` becomes `7`. */
const trimZeros = (units: string): string => {
  const [whole = '', fraction = ''] = units.split('.');
  const [short, rest] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return rest === '' ? short : `${short}.${rest}`;
};

const unitsMin = toBillionths('0.0001');
const unitsMax = toBillionths('1000000');

/** Returns the currencies whose rate changes by more than 10 %. A person has to confirm each of them. */
export const unlikelyChanges = (present: Rates, next: Partial<Rates>): readonly RatedCurrency[] =>
  ratedCurrencies.filter((currency) => {
    const before = toBillionths(present[currency].unitsPerDollar);
    const after = toBillionths(next[currency]?.unitsPerDollar ?? present[currency].unitsPerDollar);
    const difference = after > before ? after - before : before - after;
    return difference * 10n > before;
  });
