import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index for deleting expired sessions (decision 0155). */
export const expiredSessions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  },
};
