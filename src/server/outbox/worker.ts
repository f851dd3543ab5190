import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { completeJob, leaseJobs, postponeJob, renewLease, type LeasedJob } from './queries.ts';

/**
 * Does one kind of work. May be called again for the same job after a crash or a lost answer, so it must be safe to repeat;
 * the job's `dedupeKey` is the same every time. Throws when it could not be done now.
 */
export type JobHandler = (deps: Deps, job: LeasedJob) => Promise<void>;

/** The kinds of work that this process does. Jobs of other kinds stay where they are. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** What one round of the worker did. */
export interface OutboxRound {
  readonly done: number;
  readonly postponed: number;
  readonly dead: number;
}

/**
 * Takes the jobs that are due, a batch at most, and does them one after another. Each is leased by one conditional update,
 * so several processes share an outbox without doing a job twice at once; a lease that ran out, because its process died,
 * is taken again. Failed work is tried later and later, and after `attemptsMax` it is dead: a person must look at it.
 */
export async function workOutbox(deps: Deps, handlers: JobHandlers): Promise<OutboxRound> {
  const jobs = await leaseJobs(deps.db, Object.keys(handlers), {
    now: deps.clock.now(),
    lockedUntil: leaseEnd(deps),
    jobsMax: batchSize,
  });
  const round = { done: 0, postponed: 0, dead: 0 };
  for (const job of jobs) {
    if (!(await renewLease(deps.db, job, leaseEnd(deps)))) continue; // the jobs before it took so long that another process has it
    const outcome = await workJob(deps, job, handlers[job.kind]);
    round[outcome] += 1;
    deps.metrics.outboxJobs.inc({ kind: job.kind, outcome });
  }
  return round;
}

/** Attempts before a job is given up; with the delays below that is about three days. */
export const attemptsMax = 15;

/** Wait before the next attempt: a minute, doubled each time, at most 8 hours. */
export const retryDelayMs = (attempts: number): number => Math.min(60_000 * 2 ** (attempts - 1), 8 * 60 * 60 * 1000);

const leaseMs = 5 * 60 * 1000;
const batchSize = 20;

const leaseEnd = (deps: Deps): Date => new Date(deps.clock.now().getTime() + leaseMs);

async function workJob(deps: Deps, job: LeasedJob, handle: JobHandler | undefined): Promise<keyof OutboxRound> {
  try {
    if (!handle) throw new Error(`nobody does work of the kind ${job.kind}`);
    await handle(deps, job);
  } catch (error) {
    return giveBack(deps, job, error);
  }
  await completeJob(deps.db, job, keptPayload(deps, job.payload));
  return 'done';
}

/**
 * What is kept of a payload once its job is done: neither a link's token nor an address, which only the mail needed. While
 * the sandbox is on all of it is kept, so that `/dev/mail` can show the mail.
 */
function keptPayload({ config }: Deps, payload: string): string {
  if (config.sandbox) return payload;
  const fields = Object.entries(jobPayload.parse(JSON.parse(payload)));
  return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, isSecret(name) ? '' : value])));
}

const isSecret = (name: string): boolean => name === 'token' || name === 'address';

const jobPayload = z.record(z.string(), z.string());

async function giveBack(deps: Deps, job: LeasedJob, error: unknown): Promise<'postponed' | 'dead'> {
  const isDead = job.attempts >= attemptsMax;
  const lastError = error instanceof Error ? error.message : String(error);
  await postponeJob(deps.db, job, {
    status: isDead ? 'dead' : 'waiting',
    runAt: new Date(deps.clock.now().getTime() + retryDelayMs(job.attempts)),
    lastError: lastError.slice(0, 500),
  });
  const facts = { jobId: job.id, kind: job.kind, attempts: job.attempts, lastError };
  if (isDead) deps.log.error(facts, 'outbox job given up: a person must look at it');
  else deps.log.warn(facts, 'outbox job will be tried again');
  return isDead ? 'dead' : 'postponed';
}
