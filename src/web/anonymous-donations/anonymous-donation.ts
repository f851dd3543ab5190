import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, sum, zero, type Money } from '#domain/money/money.ts';

/** The local storage key of a JSON array of records. Without records, it is absent or `[]` (spec 9; spec-readings, The wire). */
export const anonymousDonationsKey = 'anonymous_donations';

/** An unclaimed donation: `amount` in decimal US dollars without the fee (spec-readings, The wire). */
export interface AnonymousDonation {
  readonly id: string;
  readonly amount: number;
  readonly mealsProvided: number;
}

export interface AnonymousTotals {
  readonly donations: number;
  readonly amount: Money;
  readonly meals: number;
}

/** Parses the stored text. Invalid entries are skipped, so that one of them does not hide the rest. */
export function parseAnonymousDonations(text: string | null): readonly AnonymousDonation[] {
  const entries = parseList(text).flatMap((entry) => parseRecord(entry) ?? []);
  return entries.filter((entry, position) => entries.findIndex(({ id }) => id === entry.id) === position);
}

/** Adds a record. Returns the same array if it already contains the id. */
export const withDonation = (
  records: readonly AnonymousDonation[],
  added: AnonymousDonation,
): readonly AnonymousDonation[] => (records.some(({ id }) => id === added.id) ? records : [...records, added]);

/** Adds up the amounts and the meals of the records (spec 9). */
export const sumDonations = (records: readonly AnonymousDonation[]): AnonymousTotals => ({
  donations: records.length,
  amount: sum(
    records.map(({ amount }) => fromDecimal(amount, baseCurrency) ?? zero(baseCurrency)),
    baseCurrency,
  ),
  meals: records.reduce((meals, { mealsProvided }) => meals + mealsProvided, 0),
});

// Parsed by hand: the header of every page reads the store, and a schema would load its whole library.
function parseRecord(entry: unknown): AnonymousDonation | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { id, amount, mealsProvided }: { id?: unknown; amount?: unknown; mealsProvided?: unknown } = entry;
  if (typeof id !== 'string' || id === '' || !isNonNegative(amount) || !isNonNegative(mealsProvided)) return undefined;
  return Number.isSafeInteger(mealsProvided) ? { id, amount, mealsProvided } : undefined;
}

const isNonNegative = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function parseList(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // not JSON
  }
}
