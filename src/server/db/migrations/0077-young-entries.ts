import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Indexes for summing the entries that are too young to be paid, without reading all of them. The sum is calculated from the
 * daily balances, the few reversals, and the young entries that a payout covers.
 */
export const youngEntries: Migration = {
  up: async (db: Kysely<unknown>) => {
    const isReversal = sql`is_reversal = 1`;
    const indexes = [
      { name: 'payable_entries_reversals_posted', time: 'posted_at', condition: isReversal },
      { name: 'payable_entries_reversals_settled', time: 'settled_at', condition: isReversal },
      { name: 'payable_entries_covered', time: 'settled_at', condition: sql`payout_id is not null` },
    ];
    for (const { name, time, condition } of indexes)
      await sql`create index ${sql.ref(name)} on payable_entries
        (${sql.ref(time)}, charity_id, currency, amount_minor) where ${condition}`.execute(db);
  },
};
