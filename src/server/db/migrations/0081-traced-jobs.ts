import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The trace of what queued a job, which the job continues. */
export const tracedJobs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('outbox').addColumn('traceparent', 'text').execute();
  },
};
