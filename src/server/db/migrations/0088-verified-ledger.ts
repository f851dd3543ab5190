import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far the ledger has been verified, and indexes of recently changed reversals and movements (decision 0154). */
export const verifiedLedger: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const column of ['verified_before', 'verified_at'])
      await db.schema
        .alterTable('ledger_progress')
        .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
        .execute();
    await db.schema.createIndex('reversals_by_update').on('reversals').column('updated_at').execute();
    await db.schema.createIndex('reversal_movements_by_time').on('reversal_movements').column('occurred_at').execute();
  },
};
