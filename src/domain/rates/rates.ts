import { baseCurrency, currencies, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';

/** Every currency but the US dollar, whose rate is 1. */
export type RatedCurrency = Exclude<CurrencyCode, typeof baseCurrency>;

export const ratedCurrencies: readonly RatedCurrency[] = Object.keys(currencies).filter(
  (code): code is RatedCurrency => isCurrencyCode(code) && code !== baseCurrency,
);

/** The rate of one US dollar in a currency, with its day and source. */
export interface Rate {
  /** Decimal text. */
  readonly unitsPerDollar: string;
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  readonly source: string;
}

/** The rates of all currencies, as Finance publishes them. */
export type Rates = Readonly<Record<RatedCurrency, Rate>>;

/** The source that is stated for the rates of a new installation. */
export const seedSource = 'first rates';

/** The rates of a new installation (spec 9). */
export const seededRates: Rates = mapRates((currency) => ({
  unitsPerDollar: specRates.unitsPerDollar[currency],
  day: specRates.setOn,
  source: seedSource,
}));

/** Creates one entry per rated currency. */
export function mapRates<Entry>(entryOf: (currency: RatedCurrency) => Entry): Readonly<Record<RatedCurrency, Entry>> {
  const entries = ratedCurrencies.map((currency) => [currency, entryOf(currency)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from every rated currency
  return Object.fromEntries(entries) as Record<RatedCurrency, Entry>;
}

/** Describes a rate on one line, as version comparisons show it: `1.36 (2026-11-21, ECB)`. */
export const describeRate = ({ unitsPerDollar, day, source }: Rate): string => `${unitsPerDollar} (${day}, ${source})`;
