import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sql } from 'kysely';

/** An index of monthly donations by time. They are about one in ten, so most settlements do not write to it. */
export const monthlyDonations: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create index donations_monthly on donations (donated_at, id) where is_recurring = 1`.execute(db);
  },
};
