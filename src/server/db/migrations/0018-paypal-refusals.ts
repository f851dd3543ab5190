import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How often PayPal has refused a payment. PayPal repeats a refusal for the same request id, so the count is part of the next
 * id.
 */
export const payPalRefusals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('paypal_refusals')
      .addColumn('intent_id', 'text', (column) =>
        column.primaryKey().references('donation_intents.id').onDelete('cascade'),
      )
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('is_declined', 'integer', (column) => column.notNull())
      .addColumn('refused_at', 'text', (column) => column.notNull())
      .execute();
  },
};
