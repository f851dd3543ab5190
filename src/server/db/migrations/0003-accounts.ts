import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users, their sessions, and the counts of failed logins that several processes share. */
export const accounts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createUsers(db);
    await createSessions(db);
    await createLoginFailures(db);
    await db.schema.alterTable('donation_intents').addColumn('donor_id', 'text').execute();
  },
};

/** `username_key` and `email_key` are the folded forms in which names are unique (spec-readings, Accounts). */
async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
}

async function createLoginFailures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('login_failures')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('login_turns')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createIndex('login_failures_by_subject')
    .on('login_failures')
    .columns(['subject', 'failed_at'])
    .execute();
}
