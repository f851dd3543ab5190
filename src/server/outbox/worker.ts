import * as z from 'zod';
import { jobKinds, type JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { completeJob, leaseJobs, postponeJob, renewLease, type LeasedJob } from './queries.ts';

/**
 * Does the jobs of one kind. It can be called again for the same job after a crash or a lost answer, so it must be safe to
 * repeat; the job's id and `dedupeKey` stay the same. Throws to be retried later. Resolves to `no_recipient` for an email
 * that has no one to go to.
 */
export type JobHandler = (deps: Deps, job: LeasedJob) => Promise<'no_recipient' | void>;

/** Handlers by kind. Jobs of other kinds stay in the outbox. */
export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** How many jobs of a round ended in each way. */
export interface OutboxRound {
  readonly done: number;
  readonly no_recipient: number;
  readonly postponed: number;
  readonly dead: number;
}

/**
 * Runs one batch of due jobs, one after another. Each is leased by a conditional update, so that several processes can share
 * the outbox; an expired lease, left by a process that died, is taken over. Failed jobs are retried with growing delays and
 * are dead after `attemptsMax` attempts.
 */
export async function workOutbox(deps: Deps, handlers: JobHandlers): Promise<OutboxRound> {
  const jobs = await leaseJobs(
    deps.db,
    jobKinds.filter((kind) => handlers[kind]),
    {
      now: deps.clock.now(),
      lockedUntil: leaseEnd(deps),
      jobsMax: batchSize,
    },
  );
  const round = { done: 0, no_recipient: 0, postponed: 0, dead: 0 };
  for (const job of jobs) {
    if (!(await renewLease(deps.db, job, leaseEnd(deps)))) continue; // the jobs before it took longer than its lease
    const outcome = await workJob(deps, job, handlers[job.kind]);
    round[outcome] += 1;
    deps.metrics.outboxJobs.inc({ kind: job.kind, outcome });
  }
  return round;
}

/** With the delays below, about three days. */
export const attemptsMax = 15;

/** Delay before the next attempt: a minute, doubled each time, at most 8 hours. */
export const retryDelayMs = (attempts: number): number => Math.min(60_000 * 2 ** (attempts - 1), 8 * 60 * 60 * 1000);

const leaseMs = 5 * 60 * 1000;
const batchSize = 20;

const leaseEnd = (deps: Deps): Date => new Date(deps.clock.now().getTime() + leaseMs);

async function workJob(deps: Deps, job: LeasedJob, handle: JobHandler | undefined): Promise<keyof OutboxRound> {
  let outcome: 'done' | 'no_recipient';
  try {
    if (!handle) throw new Error(`no handler for jobs of the kind ${job.kind}`);
    outcome = (await handle(deps, job)) ?? 'done';
  } catch (error) {
    return releaseFailed(deps, job, error);
  }
  await completeJob(deps.db, job, { outcome, storedPayload: storedPayload(deps, job.payload) });
  return outcome;
}

/**
 * Blanks the link's token and the address in the payload of a completed job, which only the email needed. With the payment
 * sandbox the payload stays, so that `/dev/mail` can show the email.
 */
function storedPayload({ config }: Deps, payload: string): string {
  if (config.sandbox) return payload;
  const fields = Object.entries(jobPayload.parse(JSON.parse(payload)));
  return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, isSecret(name) ? '' : value])));
}

const isSecret = (name: string): boolean => name === 'token' || name === 'address';

const jobPayload = z.record(z.string(), z.string());

async function releaseFailed(deps: Deps, job: LeasedJob, error: unknown): Promise<'postponed' | 'dead'> {
  const isDead = job.attempts >= attemptsMax;
  const lastError = error instanceof Error ? error.message : String(error);
  await postponeJob(deps.db, job, {
    status: isDead ? 'dead' : 'waiting',
    runAt: new Date(deps.clock.now().getTime() + retryDelayMs(job.attempts)),
    lastError: lastError.slice(0, 500),
  });
  const details = { jobId: job.id, kind: job.kind, attempts: job.attempts, lastError };
  if (isDead) deps.log.error(details, 'outbox job is dead; needs review');
  else deps.log.warn(details, 'outbox job failed; will retry');
  return isDead ? 'dead' : 'postponed';
}
