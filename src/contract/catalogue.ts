import * as z from 'zod/mini';
import type { Call } from './endpoint.ts';

/** A snack in `GET /api/snacks` (spec 3). `price` is in decimal US dollars. */
export const snackSchema = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  mealsProvided: z.int().check(z.gte(1)),
  /** The path of an uploaded picture; absent if the page has its own drawing. */
  picture: z.optional(z.string()),
});

export type SnackResponse = z.infer<typeof snackSchema>;

/** A charity in `GET /api/charities` (spec 3). */
export const charitySchema = z.object({ id: z.int(), name: z.string() });

export type CharityResponse = z.infer<typeof charitySchema>;

/**
 * `GET /api/rates`: units of each currency per US dollar as decimal text, by code. A page fetches the rates before it shows
 * prices, and again after a checkout was refused because prices have changed.
 */
export const ratesResponse = z.object({
  /** The number of the published version, for `pricedWith` in a checkout; an earlier release sends none. */
  version: z.optional(z.int()),
  /** The day of the charge currency's rate, YYYY-MM-DD. */
  setOn: z.string(),
  unitsPerDollar: z.record(z.string(), z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/))),
  /** Currencies whose prices are shown in US dollars, because their rates are too old; an earlier release sends none. */
  inDollars: z.optional(z.array(z.string())),
});

export type RatesResponse = z.infer<typeof ratesResponse>;

/**
 * The response header of calls with `hasContentVersion`, such as `GET /api/snacks`: the number of the published version, for
 * `pricedWith` in a checkout.
 */
export const contentVersionHeader = 'content-version';

export const snacksResponse = z.array(snackSchema);
export const charitiesResponse = z.array(charitySchema);

/** Separate from the other calls of the donate page, for pages that need only this one. */
export const listCharities = {
  method: 'GET',
  path: '/api/charities',
  response: charitiesResponse,
} as const satisfies Call;
