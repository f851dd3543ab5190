import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A provider's payouts to our bank, other movements of our balance at the provider, and the balance itself. */
export const providerPayouts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('provider_payouts')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('payout_id', 'text', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('arrives_on', 'text', (column) => column.notNull())
      .addColumn('movement_id', 'text', (column) => column.notNull())
      .addColumn('return_movement_id', 'text')
      .addPrimaryKeyConstraint('provider_payouts_pk', ['provider', 'payout_id'])
      .execute();
    await db.schema.createIndex('provider_payouts_by_time').on('provider_payouts').column('created_at').execute();
    await db.schema
      .createTable('provider_movements')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('movement_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('source_id', 'text')
      .addColumn('occurred_at', 'text', (column) => column.notNull())
      .addColumn('resolved_at', 'text')
      .addColumn('ledger_cause', 'text')
      .addPrimaryKeyConstraint('provider_movements_pk', ['provider', 'movement_id'])
      .execute();
    await db.schema.createIndex('provider_movements_by_time').on('provider_movements').column('occurred_at').execute();
    await db.schema
      .createIndex('provider_movements_open')
      .on('provider_movements')
      .column('occurred_at')
      .where(sql<boolean>`resolved_at is null`)
      .execute();
    await createComparisons(db);
  },
};

async function createComparisons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_reads')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('read_until', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('balance_comparisons')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('compared_at', 'text', (column) => column.notNull())
    .addColumn('as_of', 'text', (column) => column.notNull())
    .addColumn('available_minor', 'bigint', (column) => column.notNull())
    .addColumn('pending_minor', 'bigint', (column) => column.notNull())
    .addColumn('ledger_minor', 'bigint', (column) => column.notNull())
    .addColumn('unbooked_minor', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('balance_comparisons_pk', ['provider', 'compared_at', 'currency'])
    .execute();
}
