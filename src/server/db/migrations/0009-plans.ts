import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Monthly donations. Each change of a plan adds a row of terms, so that the charge of any month can be checked against what was
 * agreed then. A payment refers to its plan.
 */
export const plans: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('plans')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('donor_id', 'text', (column) => column.notNull())
      .addColumn('intent_id', 'text', (column) => column.notNull().unique().references('donation_intents.id'))
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('subscription_id', 'text', (column) => column.unique())
      .addColumn('customer_id', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('terms_number', 'integer', (column) => column.notNull())
      .addColumn('next_charge_at', 'text')
      .addColumn('paused_until', 'text')
      .addColumn('card', 'text')
      .addColumn('notified_for', 'text')
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('plans_by_donor').on('plans').columns(['donor_id', 'started_at']).execute();
    await db.schema.createIndex('plans_by_next_charge').on('plans').columns(['status', 'next_charge_at']).execute();
    const terms = db.schema
      .createTable('plan_terms')
      .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('charity_id', 'integer', (column) => column.notNull().references('charities.id'))
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('items', 'text', (column) => column.notNull())
      .addColumn('meals', 'integer', (column) => column.notNull());
    await withMoney(terms)
      .addColumn('agreed_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('plan_terms_pk', ['plan_id', 'number'])
      .execute();
    await db.schema.alterTable('donation_intents').addColumn('plan_id', 'text').execute();
    await db.schema.createIndex('donation_intents_by_plan').on('donation_intents').column('plan_id').execute();
  },
};

/** The frozen money of a plan's charges: base currency, charge, and the rate between them. */
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
