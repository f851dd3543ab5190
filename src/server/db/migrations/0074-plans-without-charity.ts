import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Plans whose charity was retired wait until their donor has chosen another one. */
export const plansWithoutCharity: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const column of ['waiting_since', 'stopped_at', 'own_pause_until'])
      await db.schema.alterTable('plans').addColumn(column, 'text').execute();
    await db.schema
      .createIndex('plans_waiting')
      .on('plans')
      .column('waiting_since')
      .where('waiting_since', 'is not', null)
      .execute();
    await db.schema.createIndex('plan_terms_by_charity').on('plan_terms').columns(['charity_id', 'plan_id']).execute();
  },
};
