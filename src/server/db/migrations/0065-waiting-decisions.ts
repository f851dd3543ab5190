import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes of the open batches and the proposed bank accounts, which the team's first page counts. */
export const waitingDecisions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('payout_batches_by_status')
      .on('payout_batches')
      .columns(['status', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('bank_accounts_by_status')
      .on('bank_accounts')
      .columns(['status', 'proposed_at', 'id'])
      .execute();
  },
};
