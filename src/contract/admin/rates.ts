import * as z from 'zod/mini';
import { publishedVersion, publishingFields } from './publishing.ts';

export const ratesSentences = {
  unlikely: (currencies: readonly string[]): string =>
    `${currencies.join(', ')}: a change of more than 10%. Please check the figures, then confirm them.`,
  unreadable: 'Please enter a currency, a rate, a day and a source for each rate.',
} as const;

const text = z
  .string({ error: ratesSentences.unreadable })
  .check(z.maxLength(200, { error: ratesSentences.unreadable }));

/** A rate as entered. `checkRates` says what is wrong with it, in a sentence that names the currency. */
export const enteredRate = z.object({
  currency: text,
  /** Units per US dollar, as decimal text. */
  unitsPerDollar: text,
  /** YYYY-MM-DD. */
  day: text,
  source: text,
});

/** `POST /api/admin/rates`: new rates for some currencies. */
export const publishRatesRequest = z.object({
  ...publishingFields,
  rates: z
    .array(enteredRate, { error: ratesSentences.unreadable })
    .check(z.maxLength(100, { error: ratesSentences.unreadable })),
  /** The currencies whose change of more than 10 % a person has confirmed. */
  confirmed: z._default(z.array(z.string(), { error: ratesSentences.unreadable }), []),
});

export type PublishRatesRequest = z.infer<typeof publishRatesRequest>;

/** `POST /api/admin/rates/default`: publishes the rates of a new installation. */
export const restoreRatesRequest = z.object(publishingFields);

/** `GET /api/admin/rates`. */
export const adminRatesResponse = z.object({
  /** The number of the newest version, for `basedOn`; 0 if nothing has been published. */
  version: z.int(),
  rates: z.array(
    z.object({
      ...enteredRate.shape,
      /** `old` after 7 days, `alerted` after 30, `expired` after 45. Prices with an expired rate are shown in US dollars. */
      age: z.enum(['current', 'old', 'alerted', 'expired']),
    }),
  ),
  dailyFetch: z.object({
    /** The host from which rates are fetched; null if they are not fetched. */
    from: z.nullable(z.string()),
    /** The time of the last fetch. */
    fetchedAt: z.nullable(z.string()),
    /** Why the last fetch failed. */
    problem: z.nullable(z.string()),
    /** Fetched rates that change by more than 10 %, so someone must confirm them. */
    waiting: z.array(enteredRate),
  }),
  /** The newest 50 versions, newest first. */
  history: z.array(publishedVersion),
});

export type AdminRatesResponse = z.infer<typeof adminRatesResponse>;
export type AdminRate = AdminRatesResponse['rates'][number];
