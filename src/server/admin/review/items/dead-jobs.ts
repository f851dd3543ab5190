import { sql } from 'kysely';
import { writeItemId } from '#domain/review/review-item.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction } from '#server/staff/index.ts';
import { saveResolution } from './resolutions.ts';
import type { Decision } from './resolve-quarantined.ts';

const jobsMax = 500;

/** Finds the jobs that failed for good, newest first. The status is literal, so that both engines use the index of dead jobs. */
export const findDeadJobs = (db: Queryable): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where(sql<boolean>`status = 'dead'`)
    .where('created_at', '>', '')
    .orderBy('created_at', 'desc')
    .limit(jobsMax)
    .execute();

export const findJob = (db: Queryable, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** Makes a dead job due immediately, with all its attempts again. Every kind of job can be repeated safely. */
export async function retryJob(deps: Deps, tx: Tx, job: OutboxRow, decision: Decision): Promise<void> {
  const now = deps.clock.now().toISOString();
  await tx
    .updateTable('outbox')
    .set({ status: 'waiting', attempts: 0, unavailable_attempts: 0, locked_until: null, run_at: now })
    .where('id', '=', job.id)
    .execute();
  await recordDecision(deps, tx, job, 'retried', decision);
}

/** Ends a dead job without running it. */
export async function discardJob(deps: Deps, tx: Tx, job: OutboxRow, decision: Decision): Promise<void> {
  await tx.updateTable('outbox').set({ status: 'discarded' }).where('id', '=', job.id).execute();
  await recordDecision(deps, tx, job, 'discarded', decision);
}

async function recordDecision(
  deps: Deps,
  tx: Tx,
  { id, kind, attempts }: OutboxRow,
  resolution: 'retried' | 'discarded',
  { user, reason }: Decision,
): Promise<void> {
  const key = { kind: 'job', id } as const;
  await saveResolution(deps, tx, [key], resolution, user);
  await recordAction(deps, tx, {
    actor: user,
    action: `job_${resolution}`,
    subject: { kind: 'review_item', id: writeItemId(key) },
    before: { kind, attempts },
    reason,
  });
}
