import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The amount that the decision of a lost dispute refunded to the payer, and the time when that decision was last changed. */
export const disputeDecisions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('reversals').addColumn('refunded_minor', 'bigint').execute();
    await db.schema.alterTable('reversals').addColumn('decided_at', 'text').execute();
  },
};
