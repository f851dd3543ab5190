import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Confirmed addresses, mailed links, second factors, and mail allowances. */
export const accountCare: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('users').addColumn('email_confirmed_at', 'text').execute();
    await db.schema.alterTable('login_turns').renameTo('turns').execute();
    await createMailLinks(db);
    await createSecondFactors(db);
    await createMailAllowances(db);
  },
};

/** Only the SHA-256 of a link's token is stored. `email` is the address that the link was mailed to. */
async function createMailLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await db.schema.createIndex('mail_links_by_user').on('mail_links').columns(['user_id', 'purpose']).execute();
}

/** `last_step` is the latest time step whose code was used: no code works twice. `recovery_hashes` is a JSON list. */
async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('recovery_hashes', 'text', (column) => column.notNull())
    .execute();
}

async function createMailAllowances(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unasked_mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('unasked_mails_by_subject').on('unasked_mails').columns(['subject', 'sent_at']).execute();
}
