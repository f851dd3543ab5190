import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A donor's change holds its plan until `changing_until`, so that changes run one at a time. */
export const unfinishedPlanChanges: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('plans').addColumn('changing_until', 'text').execute();
  },
};
