import type { Database } from '#server/db/database.ts';

/** A job that this process holds until its lease runs out. */
export interface LeasedJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
  readonly dedupeKey: string;
  /** Which attempt this is, from 1. */
  readonly attempts: number;
}

/**
 * Leases jobs that are due, oldest first. A job whose earlier lease ran out is due again. Nothing is written, and no writer
 * waits, while none is due.
 */
export async function leaseJobs(
  db: Database,
  kinds: readonly string[],
  lease: { readonly now: Date; readonly lockedUntil: Date; readonly jobsMax: number },
): Promise<LeasedJob[]> {
  const now = lease.now.toISOString();
  if (kinds.length === 0) return [];
  const due = await db.read
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('run_at', '<=', now)
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)]))
    .orderBy('run_at')
    .limit(lease.jobsMax)
    .execute();
  if (due.length === 0) return [];
  const leased = await db.write
    .updateTable('outbox')
    .set((e) => ({ locked_until: lease.lockedUntil.toISOString(), attempts: e('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      due.map((job) => job.id),
    )
    .where('status', '=', 'waiting')
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)])) // another process may have been faster
    .returning(['id', 'kind', 'payload', 'dedupe_key', 'attempts'])
    .execute();
  return leased.map(({ dedupe_key: dedupeKey, ...job }) => ({ ...job, dedupeKey }));
}

/** Holds a job for longer; false when its lease ran out and somebody else has taken it. */
export async function renewLease(db: Database, job: LeasedJob, lockedUntil: Date): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, job).set({ locked_until: lockedUntil.toISOString() }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a job as done, if this process still holds it: a later holder's attempt is the later holder's to mark. */
export async function completeJob(db: Database, job: LeasedJob, keptPayload: string): Promise<void> {
  await heldBy(db, job).set({ status: 'done', payload: keptPayload, locked_until: null, last_error: null }).execute();
}

/** Gives a job back, to be tried at a later time or not any more. */
export async function postponeJob(
  db: Database,
  job: LeasedJob,
  change: { readonly status: 'waiting' | 'dead'; readonly runAt: Date; readonly lastError: string },
): Promise<void> {
  await heldBy(db, job)
    .set({
      status: change.status,
      run_at: change.runAt.toISOString(),
      locked_until: null,
      last_error: change.lastError,
    })
    .execute();
}

/** The attempt number tells holders apart: whoever leased the job again has a higher one. */
const heldBy = (db: Database, job: LeasedJob) =>
  db.write
    .updateTable('outbox')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('status', '=', 'waiting');
