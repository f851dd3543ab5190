import type { ExpressionBuilder } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { kindsIn, mailKinds, mailLanes, type MailLane } from './mail-lanes.ts';
import { unavailableDelayMs } from './worker.ts';

/** The number of emails of a lane that are due, and the time since which the oldest has waited. */
export interface LaneBacklog {
  readonly lane: MailLane;
  readonly waiting: number;
  readonly oldestAt: string | null;
}

/** Sets the metrics for the emails that wait in each lane. */
export async function measureMailBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.now();
  for (const { lane, waiting, oldestAt } of await readMailBacklog(db.read, now)) {
    metrics.mailWaiting.set({ lane }, waiting);
    metrics.mailOldestSeconds.set({ lane }, waitSeconds(oldestAt, now));
  }
}

/** Sets the metrics for the jobs that are not emails: how many are due, and how long the oldest has waited. */
export async function measureJobBacklog({ db, clock, metrics }: Pick<Deps, 'db' | 'clock' | 'metrics'>): Promise<void> {
  const now = clock.now();
  for (const [lane, kinds] of [
    ['webhooks', kindsIn('webhooks')],
    ['charities', kindsIn('charities')],
    ['providers', kindsIn(undefined)],
  ] as const) {
    const { count, oldestAt } = await db.read
      .selectFrom('outbox')
      .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('run_at').as('oldestAt')])
      .where('status', '=', 'waiting')
      .where('kind', 'in', kinds)
      .where('run_at', '<=', now.toISOString())
      .executeTakeFirstOrThrow();
    metrics.jobsWaiting.set({ lane }, count);
    metrics.jobsOldestSeconds.set({ lane }, waitSeconds(oldestAt, now));
  }
}

const waitSeconds = (since: string | null, now: Date): number =>
  since === null ? 0 : Math.max(0, now.getTime() - new Date(since).getTime()) / 1000;

/**
 * Reads the backlog of every lane. The backlog includes emails that just failed because the mail server was unavailable: they
 * are due again in a moment.
 */
export async function readMailBacklog(db: Queryable, now: Date): Promise<readonly LaneBacklog[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', (e) => e.fn.countAll<number>().as('count'), (e) => e.fn.min(dueSince(e)).as('due_since')])
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .where('run_at', '<=', new Date(now.getTime() + unavailableDelayMs).toISOString())
    .groupBy('kind')
    .execute();
  return mailLanes.map((lane) => {
    const kinds = new Set(kindsIn(lane));
    const inLane = rows.filter(({ kind }) => kinds.has(kind));
    return {
      lane,
      waiting: inLane.reduce((sum, { count }) => sum + count, 0),
      oldestAt: inLane.map(({ due_since: dueAt }) => dueAt).toSorted()[0] ?? null,
    };
  });
}

/** Returns the start of an email's wait: its creation if an unavailable mail server has moved `run_at`, otherwise `run_at`. */
const dueSince = (e: ExpressionBuilder<Tables, 'outbox'>) =>
  e.case().when('unavailable_attempts', '=', 0).then(e.ref('run_at')).else(e.ref('created_at')).end();
