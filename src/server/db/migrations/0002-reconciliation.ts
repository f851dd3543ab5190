import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The results of reconciliation runs. */
export const reconciliation: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('reconciliation_runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('reconciliation_runs_by_scope')
      .on('reconciliation_runs')
      .columns(['scope', 'started_at'])
      .execute();
  },
};
