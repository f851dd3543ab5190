import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The network from which each contact message was sent, as a hash that is deleted after a while. */
export const messageNetworks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('contact_messages').addColumn('network', 'text').execute();
    const isKnown = sql<boolean>`network is not null`;
    await db.schema
      .createIndex('contact_messages_by_network')
      .on('contact_messages')
      .columns(['network', 'sent_at'])
      .where(isKnown)
      .execute();
    await db.schema
      .createIndex('contact_messages_with_network')
      .on('contact_messages')
      .column('sent_at')
      .where(isKnown)
      .execute();
  },
};
