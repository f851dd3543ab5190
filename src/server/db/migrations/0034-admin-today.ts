import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Indexes for the first page of the admin area: ledger transactions by posting time, unresolved quarantined events, and
 * undecided disputes.
 */
export const adminToday: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('ledger_transactions_by_posted_at')
      .ifNotExists()
      .on('ledger_transactions')
      .column('posted_at')
      .execute();
    await db.schema
      .createIndex('quarantined_events_open')
      .on('quarantined_events')
      .column('quarantined_at')
      .where(sql<boolean>`resolved_at is null`)
      .execute();
    await db.schema
      .createIndex('reversals_undecided')
      .on('reversals')
      .column('occurred_at')
      .where(sql<boolean>`kind = 'dispute' and status in ('noted', 'taken')`)
      .execute();
  },
};
