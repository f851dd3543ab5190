import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { preparedList } from '#server/db/fast-reads/prepared.ts';
import type { JobKind, OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** Work to do after the commit. A `dedupeKey` is used once: later jobs with it are ignored. */
export interface OutboxJob {
  readonly kind: JobKind;
  readonly dedupeKey: string;
  /**
   * `encryptedToken`, `payUrl` and `address` are blanked after the job has ended, except in test mode. `userId`, `planId`,
   * `subscriberId` or `donationId` identifies the subject of the job.
   */
  readonly payload: Readonly<Record<string, string>>;
  /** The earliest time to run the job; if absent, it is due immediately. */
  readonly runAt?: Date;
  /** The time of the event that an email reports. The email is held if a restore may have lost the record that it was sent. */
  readonly reportsEventAt?: Date;
}

/** Adds a job in the caller's transaction. The job runs only if the transaction commits. */
export const enqueue = (deps: Deps, tx: Tx, job: OutboxJob): Promise<void> => enqueueAll(deps, tx, [job]);

/** Adds several jobs in one statement. */
export async function enqueueAll(deps: Deps, tx: Tx, jobs: readonly OutboxJob[]): Promise<void> {
  const now = deps.clock.now();
  await insertJobRows(
    tx,
    jobs.map((job) => ({
      ...lostTimeOf(job.reportsEventAt),
      id: newId('out', deps.random),
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      dedupe_key: job.dedupeKey,
      about: subjectOf(job),
      run_at: (job.runAt ?? now).toISOString(),
      attempts: 0,
      unavailable_attempts: 0,
      locked_until: null,
      last_error: null,
      created_at: now.toISOString(),
      traceparent: deps.tracing?.traceparent() ?? null,
    })),
  );
}

const subjectOf = ({ payload }: OutboxJob): string | null =>
  payload['userId'] ?? payload['planId'] ?? payload['subscriberId'] ?? payload['donationId'] ?? null;

type NewJob = Omit<OutboxRow, 'status'> & LostTime;

const insertJobRows = preparedList((db, jobs: readonly NewJob[]) =>
  db
    .insertInto('outbox')
    .values(
      jobs.map(({ knownUntil, noticedAt, ...job }) => ({ ...job, status: heldIfLost({ knownUntil, noticedAt }) })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing()),
);

/**
 * A restore may have lost the record that an email was sent if the restore was noticed at or after `noticedAt`, and the restored
 * records end at or before `knownUntil`.
 */
interface LostTime {
  readonly knownUntil: string | null;
  readonly noticedAt: string | null;
}

const lostTimeOf = (at: Date | undefined): LostTime => ({
  knownUntil: at?.toISOString() ?? null,
  noticedAt: at ? new Date(at.getTime() - clockMarginMs).toISOString() : null,
});

const clockMarginMs = 30_000; // the provider's clock may be ahead of ours

/** Returns `held` if a restore may have lost the record, otherwise `waiting`. Null instants mean `waiting`. */
const heldIfLost = ({ knownUntil, noticedAt }: LostTime) =>
  sql<OutboxRow['status']>`case when exists (
    select 1 from restores where known_until <= ${knownUntil} and noticed_at >= ${noticedAt}) then 'held' else 'waiting' end`;
