import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `provider_payment_id` names the money itself at the provider, which refunds and disputes speak of. `browser_key_hash`
 * binds an order that is captured from the page to the browser that made it.
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
