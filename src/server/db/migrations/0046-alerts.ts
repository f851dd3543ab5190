import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The conditions that staff are alerted about, and the last alert to each staff member. */
export const alerts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('alert_conditions')
      .addColumn('condition_key', 'text', (column) => column.primaryKey())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('alert_marks')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('mailed_at', 'text', (column) => column.notNull())
      .execute();
  },
};
