import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { JobKind, OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** Work to do after the commit. A `dedupeKey` is used once: later jobs with it are ignored. */
export interface OutboxJob {
  readonly kind: JobKind;
  readonly dedupeKey: string;
  /** `token` and `address` are blanked once the job is done. `userId`, `planId`, `subscriberId` or `donationId` says what the job is about. */
  readonly payload: Readonly<Record<string, string>>;
  /** The earliest instant to run it; at once when absent. */
  readonly runAt?: Date;
}

/** Adds a job in the caller's transaction: it runs if, and only if, the transaction commits. */
export async function enqueue(deps: Deps, tx: Tx, job: OutboxJob): Promise<void> {
  const now = deps.clock.now();
  await insertJobRow(tx, {
    id: newId('out', deps.random),
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    dedupe_key: job.dedupeKey,
    about: subjectOf(job),
    status: 'waiting',
    run_at: (job.runAt ?? now).toISOString(),
    attempts: 0,
    locked_until: null,
    last_error: null,
    created_at: now.toISOString(),
  });
}

const subjectOf = ({ payload }: OutboxJob): string | null =>
  payload['userId'] ?? payload['planId'] ?? payload['subscriberId'] ?? payload['donationId'] ?? null;

const insertJobRow = prepared((db, job: OutboxRow) =>
  db
    .insertInto('outbox')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing()),
);
