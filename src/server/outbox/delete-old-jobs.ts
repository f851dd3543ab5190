import type { JobKind } from '#server/db/tables.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Deps } from '#server/deps.ts';

/**
 * The kinds of jobs to delete: their results are recorded elsewhere or no longer matter. Jobs of all other kinds stay, because
 * receipts, the timeline of a donation and a donor's data show them, or because their key keeps the work from being done twice.
 */
const deletedKinds: readonly JobKind[] = [
  'announce_event',
  'deliver_webhook',
  'newsletter',
  'newsletter_test',
  'newsletter_confirmation',
  'staff_alert',
  'contact_notice',
  'expire_session',
];

const ended = ['done', 'no_recipient', 'expired', 'discarded'] as const;

/** Deletes jobs of these kinds that ended at least 90 days ago. Returns how many. */
export const deleteOldJobs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  const before = new Date(clock.now().getTime() - keptMs).toISOString();
  return deleteInBatches(async (rowsMax) => {
    const { numDeletedRows } = await db.write
      .deleteFrom('outbox')
      .where('id', 'in', (e) =>
        e
          .selectFrom('outbox')
          .select('id')
          .where('status', 'in', ended)
          .where('kind', 'in', deletedKinds)
          .where('run_at', '<', before)
          .limit(rowsMax),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
};

const keptMs = 90 * 24 * 60 * 60 * 1000;
