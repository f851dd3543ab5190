import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The movements of money that providers list for disputes, and what a reversal has taken in total, with the part beyond the
 * charge. Before, every active reversal had taken exactly its amount.
 */
export const disputeLosses: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('reversals').renameColumn('is_standing', 'is_active').execute();
    await db.schema
      .alterTable('reversals')
      .addColumn('is_itemized', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('reversals')
      .addColumn('taken_minor', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('reversals')
      .addColumn('loss_minor', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update reversals set taken_minor = amount_minor where is_active = 1`.execute(db);
    await db.schema
      .createTable('reversal_movements')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('movement_id', 'text', (column) => column.notNull())
      .addColumn('reversal_id', 'text', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('occurred_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reversal_movements_pk', ['provider', 'movement_id'])
      .execute();
    await db.schema
      .createIndex('reversal_movements_by_reversal')
      .on('reversal_movements')
      .columns(['provider', 'reversal_id'])
      .execute();
  },
};
