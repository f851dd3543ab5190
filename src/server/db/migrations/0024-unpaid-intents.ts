import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as z from 'zod';

/**
 * The columns and indexes with which a query finds out whether an unpaid intent may be deleted: a quarantined event names its
 * intent, and each table that refers to intents has an index.
 */
export const unpaidIntents: Migration = {
  up: async (db: Kysely<OldTables>) => {
    await db.schema.alterTable('quarantined_events').addColumn('intent_id', 'text').execute();
    await db.schema
      .createIndex('quarantined_events_by_intent')
      .on('quarantined_events')
      .column('intent_id')
      .where('intent_id', 'is not', null)
      .execute();
    await db.schema
      .createIndex('ledger_transactions_by_intent')
      .on('ledger_transactions')
      .column('intent_id')
      .execute();
    await fillIntentIds(db);
  },
};

interface OldTables {
  readonly quarantined_events: {
    readonly provider: string;
    readonly event_id: string;
    readonly detail: string;
    readonly intent_id: string | null;
  };
  readonly donation_intents: { readonly id: string; readonly provider_session_id: string | null };
}

const eventDetail = z.object({ intentId: z.optional(z.string()), sessionId: z.optional(z.string()) });

/** Fills `intent_id` for the payment events in quarantine, whose details name their intent or its session. */
async function fillIntentIds(db: Kysely<OldTables>): Promise<void> {
  const entries = await db.selectFrom('quarantined_events').select(['provider', 'event_id', 'detail']).execute();
  for (const { provider, event_id: eventId, detail } of entries) {
    const { data } = eventDetail.safeParse(JSON.parse(detail));
    const intentId = data?.intentId ?? (await findIntentId(db, data?.sessionId));
    await db
      .updateTable('quarantined_events')
      .set({ intent_id: intentId ?? null })
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .execute();
  }
}

async function findIntentId(db: Kysely<OldTables>, sessionId: string | undefined): Promise<string | undefined> {
  if (sessionId === undefined) return undefined;
  const intent = await db
    .selectFrom('donation_intents')
    .select('id')
    .where('provider_session_id', '=', sessionId)
    .executeTakeFirst();
  return intent?.id;
}
