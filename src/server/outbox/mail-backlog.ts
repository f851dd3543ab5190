import type { ExpressionBuilder } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { kindsIn, mailKinds, mailLanes, type MailLane } from './mail-lanes.ts';
import { unavailableDelayMs } from './worker.ts';

/** How many emails of a lane are due, and since when the oldest has waited. */
export interface LaneBacklog {
  readonly lane: MailLane;
  readonly waiting: number;
  readonly oldestAt: string | null;
}

/** Publishes the backlog of each lane for monitoring. */
export async function measureMailBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.now();
  for (const { lane, waiting, oldestAt } of await readMailBacklog(db.read, now)) {
    metrics.mailWaiting.set({ lane }, waiting);
    const waitMs = oldestAt === null ? 0 : now.getTime() - new Date(oldestAt).getTime();
    metrics.mailOldestSeconds.set({ lane }, Math.max(0, waitMs) / 1000);
  }
}

/**
 * The backlog of every lane. It includes emails that were just tried while the mail server was unavailable, which are due again
 * in a moment.
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

/** Each attempt without a mail server moves `run_at`, so from then on the wait is counted from the email's creation. */
const dueSince = (e: ExpressionBuilder<Tables, 'outbox'>) =>
  e.case().when('unavailable_attempts', '=', 0).then(e.ref('run_at')).else(e.ref('created_at')).end();
