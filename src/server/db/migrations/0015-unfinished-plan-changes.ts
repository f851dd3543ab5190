import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Until when a donor's change holds a plan, so that there is one change at a time. */
export const unfinishedPlanChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('plans').addColumn('changing_until', 'text').execute();
  },
};
