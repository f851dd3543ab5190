import * as z from 'zod/mini';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, sum, zero, type Money } from '#domain/money/money.ts';

/** Key of the store, and its shape: a JSON array of records, absent or `[]` when empty (spec 9; rulings, The wire). */
export const anonymousDonationsKey = 'anonymous_donations';

const recordSchema = z.object({
  id: z.string().check(z.minLength(1)),
  amount: z.number().check(z.gte(0)),
  mealsProvided: z.int().check(z.gte(0)),
});

/** A gift that nobody has claimed yet: `amount` in decimal US dollars without the fee (rulings, The wire). */
export type AnonymousDonation = z.infer<typeof recordSchema>;

/** What several gifts come to. */
export interface AnonymousTotals {
  readonly donations: number;
  readonly amount: Money;
  readonly meals: number;
}

/** The records in a text of the store. Entries that are not ours are passed over, so that one of them cannot hide the rest. */
export function parseAnonymousDonations(text: string | null): readonly AnonymousDonation[] {
  const entries = parseList(text).flatMap((entry) => {
    const record = recordSchema.safeParse(entry);
    return record.success ? [record.data] : [];
  });
  return entries.filter((entry, position) => entries.findIndex(({ id }) => id === entry.id) === position);
}

/** The records with one more; the same list when its id is there already. */
export const withDonation = (
  records: readonly AnonymousDonation[],
  added: AnonymousDonation,
): readonly AnonymousDonation[] => (records.some(({ id }) => id === added.id) ? records : [...records, added]);

/** Sum of amounts and of meals over the records (spec 9). */
export const sumDonations = (records: readonly AnonymousDonation[]): AnonymousTotals => ({
  donations: records.length,
  amount: sum(
    records.map(({ amount }) => fromDecimal(amount, baseCurrency) ?? zero(baseCurrency)),
    baseCurrency,
  ),
  meals: records.reduce((meals, { mealsProvided }) => meals + mealsProvided, 0),
});

function parseList(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // somebody else's text under our key
  }
}
