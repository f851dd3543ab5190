import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { mapRates, seededRates, type Rates } from '#domain/rates/rates.ts';

/** The current rates as a document. A server of an earlier release sends no rate for a new currency. */
export function toRates({ rates }: AdminRatesResponse): Rates {
  const byCurrency = new Map(rates.map((rate) => [rate.currency, rate]));
  return mapRates((currency) => byCurrency.get(currency) ?? seededRates[currency]);
}
