import type { Queryable } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

const countedTables = [
  'donation_intents',
  'payment_events',
  'quarantined_events',
  'donations',
  'ledger_transactions',
  'ledger_entries',
  'outbox',
] as const satisfies readonly (keyof Tables)[];

/** Number of rows in each of the main tables of payments and donations. */
export type RowCounts = Record<(typeof countedTables)[number], number>;

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

/** Counts the rows of the main tables of payments and donations. */
export async function countRows(db: Queryable): Promise<RowCounts> {
  const counts = { ...noRows };
  for (const table of countedTables) {
    const { count } = await db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}
