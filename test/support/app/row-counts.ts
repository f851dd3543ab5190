import type { Queryable } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

const writtenTables = [
  'donation_intents',
  'payment_events',
  'quarantined_events',
  'donations',
  'ledger_transactions',
  'ledger_entries',
  'outbox',
] as const satisfies readonly (keyof Tables)[];

/** Number of rows in each table that a donation writes to. */
export type RowCounts = Record<(typeof writtenTables)[number], number>;

/** The counts before the first donation. */
export const noRows: RowCounts = {
  donation_intents: 0,
  payment_events: 0,
  quarantined_events: 0,
  donations: 0,
  ledger_transactions: 0,
  ledger_entries: 0,
  outbox: 0,
};

/** Counts the rows of every table that a donation writes to. */
export async function countRows(db: Queryable): Promise<RowCounts> {
  const counts = { ...noRows };
  for (const table of writtenTables) {
    const { count } = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}
