import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Our account that a payout's bank file names. It is stored with the first file, so that later files are the same.
 */
export const payoutSources: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('payouts')
      .addColumn('from_account_id', 'text', (column) => column.references('bank_accounts.id'))
      .execute();
  },
};
