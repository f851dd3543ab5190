import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Indexes with which the team searches all donations, newest first: by time, by charge, by prefixes of the donor's names, and
 * by the last four digits of the card. Names compare byte by byte, so that a prefix is a range.
 */
export const donationSearch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('donations_by_time').on('donations').columns(['donated_at', 'id']).execute();
    await db.schema
      .createIndex('donations_by_charge')
      .on('donations')
      .columns(['charge_total_minor', 'charge_currency', 'donated_at', 'id'])
      .execute();
    await createNameIndexes(db);
    await db.schema
      .createTable('payment_cards')
      .addColumn('intent_id', 'text', (column) => column.primaryKey())
      .addColumn('brand', 'text')
      .addColumn('last_four', 'text')
      .addColumn('paid_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('payment_cards_by_last_four')
      .on('payment_cards')
      .columns(['last_four', 'paid_at', 'intent_id'])
      .execute();
  },
};

async function createNameIndexes(db: Kysely<unknown>): Promise<void> {
  const byBytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql` collate "C"` : sql``;
  const create = (name: string, key: RawBuilder<unknown>) =>
    sql`create index ${sql.ref(name)} on users (${key}${byBytes})`.execute(db);
  await create('users_by_first_name', sql`lower(first_name)`);
  await create('users_by_last_name', sql`lower(last_name)`);
  await create('users_by_username', sql`lower(username)`);
}
