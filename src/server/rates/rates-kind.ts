import * as z from 'zod';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import { describeRate, ratedCurrencies, seededRates, type Rates } from '#domain/rates/rates.ts';

const rate = z.object({ unitsPerDollar: z.string(), day: z.string(), source: z.string() });

const rates = z.record(z.enum(ratedCurrencies), rate);

/** Exchange rates, as a document that staff publish. */
export const ratesKind: DocumentKind<Rates> = {
  name: 'rates',
  title: 'exchange rates',
  standard: seededRates,
  parse: (stored) => rates.parse(stored),
  factsOf: (document) => new Map(ratedCurrencies.map((currency) => [currency, describeRate(document[currency])])),
};
