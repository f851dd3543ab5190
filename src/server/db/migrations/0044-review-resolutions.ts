import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The decisions on items that needed review, the deadlines for evidence about disputes, and an index of dead jobs. */
export const reviewResolutions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('review_resolutions')
      .addColumn('item_id', 'text', (column) => column.primaryKey())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('resolved_by', 'text', (column) => column.notNull())
      .addColumn('resolver_name', 'text', (column) => column.notNull())
      .addColumn('resolved_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('dispute_deadlines')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('reversal_id', 'text', (column) => column.notNull())
      .addColumn('evidence_due_at', 'text')
      .addPrimaryKeyConstraint('dispute_deadlines_key', ['provider', 'reversal_id'])
      .execute();
    await db.schema
      .createIndex('outbox_dead')
      .on('outbox')
      .column('created_at')
      .where(sql<boolean>`status = 'dead'`)
      .execute();
  },
};
