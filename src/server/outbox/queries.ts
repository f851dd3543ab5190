import type { Database, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { JobKind } from '#server/db/tables.ts';

/** A job that this process holds until its lease expires. */
export interface LeasedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: string;
  readonly dedupeKey: string;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
  /** The number of earlier attempts that found the mail server unavailable. */
  readonly unavailableAttempts: number;
  /** The span that enqueued the job; null if none was recorded. */
  readonly traceparent: string | null;
}

/** Leases jobs that are due, oldest first, including those whose lease has expired. Writes nothing if none is due. */
export async function leaseJobs(
  db: Database,
  kinds: readonly JobKind[],
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
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', now)])) // another process may have leased it
    .returning(['id', 'kind', 'payload', 'dedupe_key', 'attempts', 'unavailable_attempts', 'traceparent'])
    .execute();
  return leased.map(({ dedupe_key: dedupeKey, unavailable_attempts: unavailableAttempts, ...job }) => ({
    ...job,
    dedupeKey,
    unavailableAttempts,
  }));
}

/** Extends a lease. Returns false if the lease expired and another process has taken the job. */
export async function renewLease(db: Database, job: LeasedJob, lockedUntil: Date): Promise<boolean> {
  const { numUpdatedRows } = await leasedJobUpdate(db, job)
    .set({ locked_until: lockedUntil.toISOString() })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a job if this process still holds it. */
export async function completeJob(
  db: Database,
  job: LeasedJob,
  {
    outcome,
    storedPayload,
  }: { readonly outcome: 'done' | 'no_recipient' | 'expired' | 'paused'; readonly storedPayload: string },
): Promise<void> {
  await leasedJobUpdate(db, job)
    .set({ status: outcome, payload: storedPayload, locked_until: null, last_error: null })
    .execute();
}

/**
 * Releases a job after a failure. The job is retried later, or never if it is dead. An attempt that found the mail server
 * unavailable is not counted.
 */
export async function postponeJob(
  db: Database,
  job: LeasedJob,
  change: {
    readonly status: 'waiting' | 'dead';
    readonly runAt: Date;
    readonly lastError: string;
    readonly isCounted: boolean;
  },
): Promise<void> {
  await leasedJobUpdate(db, job)
    .set((e) => ({
      status: change.status,
      run_at: change.runAt.toISOString(),
      locked_until: null,
      last_error: change.lastError,
      unavailable_attempts: e('unavailable_attempts', '+', change.isCounted ? 0 : 1),
    }))
    .execute();
}

/**
 * Makes an unsent email due immediately, because its recipient has become known. The attempt number changes, so a worker that
 * found no recipient a moment ago no longer holds the job and cannot end it.
 */
export async function retryUnsentMail(
  tx: Tx,
  { dedupeKey, now }: { readonly dedupeKey: string; readonly now: Date },
): Promise<void> {
  await makeMailDue(tx, { dedupeKey, now: now.toISOString() });
}

const makeMailDue = prepared((db, { dedupeKey, now }: Record<'dedupeKey' | 'now', string>) =>
  db
    .updateTable('outbox')
    .set((e) => ({ status: 'waiting', run_at: now, locked_until: null, attempts: e('attempts', '+', 1) }))
    .where('dedupe_key', '=', dedupeKey)
    .where('status', 'in', ['waiting', 'no_recipient']),
);

/** Updates a job only if this process still holds it. The attempt number identifies the holder: every lease increases it. */
const leasedJobUpdate = (db: Database, job: LeasedJob) =>
  db.write
    .updateTable('outbox')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('status', '=', 'waiting');
