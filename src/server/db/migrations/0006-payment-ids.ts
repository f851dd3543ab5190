import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `provider_payment_id` is the provider's id of the payment, to which refunds and disputes refer. `browser_key_hash` binds an order
 * that the page captures to the browser that created it.
 */
export const paymentIds: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('donation_intents').addColumn('provider_payment_id', 'text').execute();
    await db.schema.alterTable('donation_intents').addColumn('browser_key_hash', 'text').execute();
    await db.schema
      .createIndex('donation_intents_by_payment')
      .on('donation_intents')
      .columns(['provider', 'provider_payment_id'])
      .execute();
  },
};
