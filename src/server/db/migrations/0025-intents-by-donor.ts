import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index for the unpaid intents of one donor, newest first, in pages. */
export const intentsByDonor: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('donation_intents_unpaid_by_donor')
      .on('donation_intents')
      .columns(['donor_id', 'created_at', 'id'])
      .where(sql<boolean>`donor_id is not null and status != 'settled'`)
      .execute();
  },
};
