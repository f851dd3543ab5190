import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The account of ours that a payout's bank file names. It is stored with the first file, so that a repeated file is the same.
 */
export const payoutSources: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('payouts')
      .addColumn('from_account_id', 'text', (column) => column.references('bank_accounts.id'))
      .execute();
  },
};
