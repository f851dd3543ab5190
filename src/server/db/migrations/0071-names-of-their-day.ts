import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The name that a charity had when the row was written. Null in earlier rows and in those that a server of an earlier release
 * writes: for these, the name in `charities` is the right one.
 */
export const namesOfTheirDay: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['donation_intents', 'donations', 'plan_terms', 'payouts'])
      await db.schema.alterTable(table).addColumn('frozen_charity_name', 'text').execute();
  },
};
