import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Refunds and disputes in their latest state, and each message about them once. `subtotal_minor` and `service_fee_minor` are
 * what the ledger reversed: zero while the reversal is not active. A reversal may be known before its payment.
 */
export const reversals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('reversals')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('reversal_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('payment_id', 'text', (column) => column.notNull())
      .addColumn('intent_id', 'text', (column) => column.references('donation_intents.id'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('is_standing', 'integer', (column) => column.notNull())
      .addColumn('subtotal_minor', 'bigint', (column) => column.notNull())
      .addColumn('service_fee_minor', 'bigint', (column) => column.notNull())
      .addColumn('postings', 'integer', (column) => column.notNull())
      .addColumn('occurred_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reversals_pk', ['provider', 'reversal_id'])
      .execute();
    await db.schema.createIndex('reversals_by_intent').on('reversals').columns(['intent_id', 'is_standing']).execute();
    await db.schema.createIndex('reversals_by_payment').on('reversals').columns(['provider', 'payment_id']).execute();
    await db.schema
      .createTable('reversal_events')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('reversal_id', 'text', (column) => column.notNull())
      .addColumn('fact', 'text', (column) => column.notNull())
      .addColumn('amount_minor', 'bigint')
      .addColumn('currency', 'text')
      .addColumn('occurred_at', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reversal_events_pk', ['provider', 'event_id'])
      .execute();
    await db.schema
      .createIndex('reversal_events_by_reversal')
      .on('reversal_events')
      .columns(['provider', 'reversal_id'])
      .execute();
  },
};
