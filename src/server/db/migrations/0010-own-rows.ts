import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as z from 'zod';

/**
 * Indexes for queries that would otherwise read whole tables: due jobs among many that wait, the rows of one donor, and counted
 * emails older than a day. `about` is the id of the account, plan or newsletter subscription that a job is about.
 */
export const ownRows: Migration = {
  up: async (db: Kysely<OldTables>) => {
    await db.schema.dropIndex('outbox_by_run_at').execute();
    await db.schema.createIndex('outbox_by_kind').on('outbox').columns(['status', 'kind', 'run_at']).execute();
    await db.schema.alterTable('outbox').addColumn('about', 'text').execute();
    await fillAbout(db);
    await db.schema
      .createIndex('outbox_by_about')
      .on('outbox')
      .column('about')
      .where('about', 'is not', null)
      .execute();
    await db.schema
      .createIndex('donation_intents_by_donor')
      .on('donation_intents')
      .column('donor_id')
      .where('donor_id', 'is not', null)
      .execute();
    await db.schema.createIndex('unasked_mails_by_time').on('unasked_mails').column('sent_at').execute();
  },
};

interface OldTables {
  readonly outbox: { readonly id: string; readonly payload: string; readonly about: string | null };
}

const jobPayload = z.record(z.string(), z.string());

/** Fills `about` for the jobs in the outbox, which have the id in their payload. */
async function fillAbout(db: Kysely<OldTables>): Promise<void> {
  const subjects = ['userId', 'planId', 'subscriberId'] as const;
  for (const name of subjects) {
    const jobs = await db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('payload', 'like', `%"${name}":%`)
      .execute();
    for (const { id, payload } of jobs) {
      const about = jobPayload.parse(JSON.parse(payload))[name];
      await db
        .updateTable('outbox')
        .set({ about: about ?? null })
        .where('id', '=', id)
        .execute();
    }
  }
}
