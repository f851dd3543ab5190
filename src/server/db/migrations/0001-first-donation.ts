import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Catalogue, intents, payment events, donations, ledger and outbox. Only SQL that both engines understand. */
export const firstDonation: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createCatalogue(db);
    await createIntents(db);
    await createPaymentEvents(db);
    await createDonations(db);
    await createLedger(db);
    await createOutbox(db);
  },
};

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snacks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('price_minor', 'bigint', (column) => column.notNull())
    .addColumn('price_currency', 'text', (column) => column.notNull())
    .addColumn('meals', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('charities')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .execute();
}

async function createIntents(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('donation_intents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('donation_id', 'text', (column) => column.notNull().unique())
    .addColumn('idempotency_key', 'text', (column) => column.unique())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_session_id', 'text', (column) => column.unique())
    .addColumn('checkout_url', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('meals', 'integer', (column) => column.notNull())
    .addColumn('is_recurring', 'integer', (column) => column.notNull());
  await withMoney(table)
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('success_url', 'text', (column) => column.notNull())
    .addColumn('cancel_url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('donation_intents_by_status')
    .on('donation_intents')
    .columns(['status', 'created_at'])
    .execute();
}

async function createPaymentEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_events')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('intent_id', 'text', (column) => column.references('donation_intents.id'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('collected_minor', 'bigint')
    .addColumn('collected_currency', 'text')
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_events_pk', ['provider', 'event_id'])
    .execute();
  await db.schema.createIndex('payment_events_by_intent').on('payment_events').column('intent_id').execute();
  await db.schema
    .createTable('quarantined_events')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('quarantined_at', 'text', (column) => column.notNull())
    .addColumn('resolved_at', 'text')
    .addPrimaryKeyConstraint('quarantined_events_pk', ['provider', 'event_id'])
    .execute();
}

async function createDonations(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('donations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('intent_id', 'text', (column) => column.notNull().unique().references('donation_intents.id'))
    .addColumn('donor_id', 'text')
    .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('meals', 'integer', (column) => column.notNull())
    .addColumn('is_recurring', 'integer', (column) => column.notNull());
  await withMoney(table)
    .addColumn('donated_at', 'text', (column) => column.notNull())
    .addColumn('donated_on', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('donations_by_donor').on('donations').columns(['donor_id', 'donated_at']).execute();
}

/** The frozen money of a donation: base currency, charge, and the rate between them. */
function withMoney<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('service_fee_minor', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('charge_subtotal_minor', 'bigint', (column) => column.notNull())
    .addColumn('charge_service_fee_minor', 'bigint', (column) => column.notNull())
    .addColumn('charge_total_minor', 'bigint', (column) => column.notNull())
    .addColumn('charge_currency', 'text', (column) => column.notNull())
    .addColumn('exchange_rate', 'text', (column) => column.notNull())
    .addColumn('rates_set_on', 'text', (column) => column.notNull());
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_transactions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('cause', 'text', (column) => column.notNull().unique())
    .addColumn('intent_id', 'text', (column) => column.references('donation_intents.id'))
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addColumn('posted_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ledger_entries')
    .addColumn('transaction_id', 'text', (column) => column.notNull().references('ledger_transactions.id'))
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_entries_pk', ['transaction_id', 'line'])
    .execute();
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('locked_until', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('outbox_by_run_at').on('outbox').columns(['status', 'run_at']).execute();
}
