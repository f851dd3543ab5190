import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The time of the latest hourly self-audit, and the disagreements that it has found (decision 0152). */
export const selfAudit: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('self_audits')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .execute();
    await db.schema
      .createTable('disagreements')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'text', (column) => column.notNull())
      .addColumn('sentence', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addPrimaryKeyConstraint('disagreements_pk', ['kind', 'subject', 'first_seen_at'])
      .execute();
    await db.schema.createIndex('disagreements_by_end').on('disagreements').column('ended_at').execute();
  },
};
