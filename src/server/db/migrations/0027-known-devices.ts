import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Browsers in which an account has signed in. The rows are deleted with their account, because an older release that is still
 * running deletes accounts without knowing this table.
 */
export const knownDevices: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('known_devices')
      .addColumn('device_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('used_at', 'text', (column) => column.notNull())
      .addColumn('has_signed_in', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('known_devices_by_user').on('known_devices').columns(['user_id', 'used_at']).execute();
  },
};
