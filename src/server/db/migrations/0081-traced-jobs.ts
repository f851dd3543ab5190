import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The trace in which a job was enqueued. The job continues this trace. */
export const tracedJobs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('outbox').addColumn('traceparent', 'text').execute();
  },
};
