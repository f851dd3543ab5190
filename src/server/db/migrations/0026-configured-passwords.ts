import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The hash of the configured password last applied to the administrator's account; null before the first. */
export const configuredPasswords: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('configured_passwords')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('password_hash', 'text')
      .execute();
  },
};
