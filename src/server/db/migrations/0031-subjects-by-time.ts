import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index for the latest checkout pages of one subject, which may have requested thousands in a day. */
export const subjectsByTime: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('checkout_subjects_by_subject_and_time')
      .on('checkout_subjects')
      .columns(['subject', 'opened_at', 'intent_id'])
      .execute();
  },
};
