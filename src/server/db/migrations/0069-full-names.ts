import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index of first names with prefixes of last names. Names compare byte by byte, so that a prefix is a range. */
export const fullNames: Migration = {
  up: async (db: Kysely<unknown>) => {
    const byBytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql` collate "C"` : sql``;
    await sql`create index users_by_full_name
      on users (lower(first_name)${byBytes}, lower(last_name)${byBytes})`.execute(db);
  },
};
