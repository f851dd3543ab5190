import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The links in payout statements, and the payouts that charities have confirmed (decision 0150). */
export const confirmedPayouts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('statement_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('payout_id', 'text', (column) => column.notNull().references('payouts.id'))
      .addColumn('made_by', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('payout_confirmations')
      .addColumn('payout_id', 'text', (column) => column.primaryKey().references('payouts.id'))
      .addColumn('confirmed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
