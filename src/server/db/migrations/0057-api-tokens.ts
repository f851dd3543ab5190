import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The API tokens of staff, and the token with which an action was taken (decision 0124). */
export const apiTokens: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('password_tag', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute();
    await db.schema.createIndex('api_tokens_by_user').on('api_tokens').column('user_id').execute();
    await db.schema.alterTable('audit_log').addColumn('actor_token', 'text').execute();
  },
};
