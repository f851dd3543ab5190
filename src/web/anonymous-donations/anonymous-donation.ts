import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, sum, zero, type Money } from '#domain/money/money.ts';

/** Key of the store, and its shape: a JSON array of records, absent or `[]` when empty (spec 9; rulings, The wire). */
export const anonymousDonationsKey = 'anonymous_donations';

/** A gift that nobody has claimed yet: `amount` in decimal US dollars without the fee (rulings, The wire). */
export interface AnonymousDonation {
  readonly id: string;
  readonly amount: number;
  readonly mealsProvided: number;
}

/** What several gifts come to. */
export interface AnonymousTotals {
  readonly donations: number;
  readonly amount: Money;
  readonly meals: number;
}

/** The records in a text of the store. Entries that are not ours are passed over, so that one of them cannot hide the rest. */
export function parseAnonymousDonations(text: string | null): readonly AnonymousDonation[] {
  const entries = parseList(text).flatMap((entry) => parseRecord(entry) ?? []);
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

// By hand, since the header of every page reads the store: a schema would bring all of its library along.
function parseRecord(entry: unknown): AnonymousDonation | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { id, amount, mealsProvided }: { id?: unknown; amount?: unknown; mealsProvided?: unknown } = entry;
  if (typeof id !== 'string' || id === '' || !isFrom0(amount) || !isFrom0(mealsProvided)) return undefined;
  return Number.isSafeInteger(mealsProvided) ? { id, amount, mealsProvided } : undefined;
}

const isFrom0 = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function parseList(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // somebody else's text under our key
  }
}
