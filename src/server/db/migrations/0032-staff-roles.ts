import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The roles of the team. The administrator becomes its first Owner. */
export const staffRoles: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('users').addColumn('staff_role', 'text').execute();
    await sql`update users set staff_role = 'owner' where role = 'admin'`.execute(db);
    await db.schema.createIndex('users_by_staff_role').on('users').column('staff_role').execute();
  },
};
