import { baseCurrency, currencies, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';

/** Every currency but the US dollar, whose rate is 1. */
export type RatedCurrency = Exclude<CurrencyCode, typeof baseCurrency>;

export const ratedCurrencies: readonly RatedCurrency[] = Object.keys(currencies).filter(
  (code): code is RatedCurrency => isCurrencyCode(code) && code !== baseCurrency,
);

/** What one US dollar is worth in a currency, since when, and who says so. */
export interface Rate {
  /** Decimal text. */
  readonly unitsPerDollar: string;
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  readonly source: string;
}

/** The document that Finance publishes. */
export type Rates = Readonly<Record<RatedCurrency, Rate>>;

/** The source of the rates that a new installation begins with. */
export const seedSource = 'first rates';

/** Spec 9. */
export const seededRates: Rates = mapRates((currency) => ({
  unitsPerDollar: specRates.unitsPerDollar[currency],
  day: specRates.setOn,
  source: seedSource,
}));

/** One entry per rated currency. */
export function mapRates<Entry>(entryOf: (currency: RatedCurrency) => Entry): Readonly<Record<RatedCurrency, Entry>> {
  const entries = ratedCurrencies.map((currency) => [currency, entryOf(currency)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from every rated currency
  return Object.fromEntries(entries) as Record<RatedCurrency, Entry>;
}

/** A rate on one line, as version comparisons show it: `1.36 (2026-11-21, ECB)`. */
export const describeRate = ({ unitsPerDollar, day, source }: Rate): string => `${unitsPerDollar} (${day}, ${source})`;
