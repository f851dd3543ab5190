import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mailed invitations to the team. Only the SHA-256 of a link's token is stored. */
export const staffInvitations: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('staff_invitations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('invited_by', 'text', (column) => column.notNull())
      .addColumn('invited_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .execute();
    await db.schema
      .createIndex('staff_invitations_by_status')
      .on('staff_invitations')
      .columns(['status', 'invited_at'])
      .execute();
    await db.schema.createIndex('staff_invitations_by_email').on('staff_invitations').column('email_key').execute();
  },
};
