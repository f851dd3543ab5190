import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { jobKinds, type JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { MailServerUnavailable } from '#server/ports/mail-transport.ts';
import { completeJob, leaseJobs, postponeJob, renewLease, type LeasedJob } from './queries.ts';

/**
 * Runs the jobs of one kind. After a crash or a lost response, the handler is called again for the same job, so it must be safe
 * to repeat; the job's id and `dedupeKey` stay the same. Throws to be retried later. Resolves to the reason if an email should
 * not be sent.
 */
export type JobHandler = (deps: Deps, job: LeasedJob) => Promise<'no_recipient' | 'expired' | 'paused' | void>;

/** Thrown by a job that has to wait for something else. The attempt is not counted. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
  readonly until: Date;

  constructor(until: Date, reason: string) {
    super(reason);
    this.until = until;
  }
}

/** Handlers by kind. Jobs of other kinds stay in the outbox. */
export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** The results of a round, with the number of jobs for each. */
export interface OutboxRound {
  readonly done: number;
  readonly no_recipient: number;
  readonly expired: number;
  readonly paused: number;
  readonly postponed: number;
  /** Jobs that were postponed because the mail server was unavailable. */
  readonly unavailable: number;
  readonly dead: number;
}

/** The largest number of jobs in a round. If `isParallel`, they run at the same time, otherwise one after another. */
export interface RoundSize {
  readonly jobsMax: number;
  readonly isParallel: boolean;
}

/**
 * Runs one batch of due jobs. Each job is leased by a conditional update, so that several processes can share the outbox. If a
 * process dies, another one takes over its jobs after their leases expire. Failed jobs are retried with growing delays, and are
 * dead after `attemptsMax` attempts. While the mail server is unavailable, emails wait without using up attempts. An email that
 * may have been delivered does use up attempts, so that few copies of it are sent.
 */
export async function workOutbox(
  deps: Deps,
  handlers: JobHandlers,
  { jobsMax, isParallel }: RoundSize = { jobsMax: batchSize, isParallel: false },
): Promise<OutboxRound> {
  const jobs = await leaseJobs(
    deps.db,
    jobKinds.filter((kind) => handlers[kind]),
    { now: deps.clock.now(), lockedUntil: leaseEnd(deps), jobsMax },
  );
  const round = { done: 0, no_recipient: 0, expired: 0, paused: 0, postponed: 0, unavailable: 0, dead: 0 };
  const work = async (job: LeasedJob): Promise<void> => {
    const isOurs = isParallel || (await renewLease(deps.db, job, leaseEnd(deps)));
    if (!isOurs) return; // the jobs before it took longer than its lease
    const outcome = await recordJob(deps, job, () => workJob(deps, job, handlers[job.kind]));
    round[outcome] += 1;
    deps.metrics.outboxJobs.inc({ kind: job.kind, outcome });
  };
  if (isParallel) await allSettled(jobs.map(work));
  else for (const job of jobs) await work(job);
  return round;
}

/** Runs a job in the trace of the request or job that enqueued it. */
function recordJob(
  { tracing }: Deps,
  { id, kind, attempts, traceparent }: LeasedJob,
  work: () => Promise<keyof OutboxRound>,
): Promise<keyof OutboxRound> {
  if (!tracing) return work();
  const attributes = { 'job.id': id, 'job.kind': kind, 'job.attempt': attempts };
  return tracing.runJob({ name: `job ${kind}`, kind: 'consumer', attributes }, traceparent, async (span) => {
    const outcome = await work();
    span.set({ 'job.outcome': outcome });
    if (outcome === 'postponed' || outcome === 'unavailable' || outcome === 'dead') span.fail(outcome);
    return outcome;
  });
}

/** Waits for all promises, and then throws the first error. */
async function allSettled(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** The delay before an email is tried again after the mail server was unavailable. */
export const unavailableDelayMs = 10_000;

/** The attempts of a job. With the delays below, they last about two days. */
export const attemptsMax = 15;

/** Returns the delay before the next attempt: a minute, doubled each time, at most 8 hours. */
export const retryDelayMs = (attempts: number): number => Math.min(60_000 * 2 ** (attempts - 1), 8 * 60 * 60 * 1000);

const leaseMs = 5 * 60 * 1000;
const batchSize = 20;
const errorCharactersMax = 500;

const leaseEnd = (deps: Deps): Date => new Date(deps.clock.now().getTime() + leaseMs);

async function workJob(deps: Deps, job: LeasedJob, handle: JobHandler | undefined): Promise<keyof OutboxRound> {
  const lockedUntil = leaseEnd(deps);
  let outcome: 'done' | 'no_recipient' | 'expired' | 'paused';
  try {
    if (!handle) throw new Error(`no handler for jobs of the kind ${job.kind}`);
    outcome = (await handle(deps, job)) ?? 'done';
  } catch (error) {
    return releaseFailed(deps, job, error);
  }
  const end = { outcome, storedPayload: storedPayload(deps, job.payload) };
  await retryWhileLeased(deps, lockedUntil, () => completeJob(deps.db, job, end));
  return outcome;
}

/** Repeats a write while the database is down. If the job's end were lost, its email would be sent again. */
async function retryWhileLeased(deps: Deps, lockedUntil: Date, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || deps.clock.now() >= lockedUntil) throw error;
    }
    await pause(databasePauseMs);
  }
}

const databasePauseMs = 500;

/**
 * Blanks the parts of a completed job's payload that only the email needed: the token, the payment link and the address. With
 * the payment sandbox, the payload stays, so that `/dev/mail` can show the email.
 */
function storedPayload({ config }: Deps, payload: string): string {
  if (config.sandbox) return payload;
  const fields = Object.entries(jobPayload.parse(JSON.parse(payload)));
  return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, secretFields.has(name) ? '' : value])));
}

const secretFields: ReadonlySet<string> = new Set(['encryptedToken', 'token', 'payUrl', 'address']);

const jobPayload = z.record(z.string(), z.string());

async function releaseFailed(
  deps: Deps,
  job: LeasedJob,
  error: unknown,
): Promise<'postponed' | 'unavailable' | 'dead'> {
  if (error instanceof JobPostponed) {
    const { until: runAt, message: lastError } = error;
    await postponeJob(deps.db, job, { status: 'waiting', runAt, lastError, isCounted: false });
    return 'postponed';
  }
  const isServerUnavailable = error instanceof MailServerUnavailable;
  const isCounted = !isServerUnavailable || error.mayBeDelivered;
  const attempts = job.attempts - job.unavailableAttempts;
  const isDead = isCounted && attempts >= attemptsMax;
  const lastError = error instanceof Error ? error.message : String(error);
  const delayMs = isCounted ? retryDelayMs(attempts) : unavailableDelayMs;
  await postponeJob(deps.db, job, {
    status: isDead ? 'dead' : 'waiting',
    runAt: new Date(deps.clock.now().getTime() + delayMs),
    lastError: lastError.slice(0, errorCharactersMax),
    isCounted,
  });
  const details = { jobId: job.id, kind: job.kind, attempts, lastError };
  if (isDead) {
    deps.log.error(details, 'outbox job is dead; needs review');
    return 'dead';
  }
  if (isCounted) deps.log.warn(details, 'outbox job failed; will retry');
  return isServerUnavailable ? 'unavailable' : 'postponed';
}
