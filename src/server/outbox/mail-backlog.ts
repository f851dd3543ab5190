import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { kindsIn, mailKinds, mailLanes } from './mail-lanes.ts';
import { unavailableDelayMs } from './worker.ts';

/**
 * Counts the emails of each lane that are due, and how long the oldest has waited, for monitoring. Emails that were just tried
 * while the mail server was unavailable are due in a moment, and counted too.
 */
export async function measureMailBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const now = clock.now().getTime();
  const rows = await db.read
    .selectFrom('outbox')
    .select(['kind', (e) => e.fn.countAll<number>().as('count'), (e) => e.fn.min(dueSince(e)).as('due_since')])
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .where('run_at', '<=', new Date(now + unavailableDelayMs).toISOString())
    .groupBy('kind')
    .execute();
  for (const lane of mailLanes) {
    const kinds = new Set(kindsIn(lane));
    const inLane = rows.filter(({ kind }) => kinds.has(kind));
    const waitsMs = inLane.map(({ due_since: dueAt }) => now - new Date(dueAt).getTime());
    metrics.mailWaiting.set(
      { lane },
      inLane.reduce((sum, { count }) => sum + count, 0),
    );
    metrics.mailOldestSeconds.set({ lane }, Math.max(0, ...waitsMs) / 1000);
  }
}

/** Each attempt without a mail server moves `run_at`, so from then on the wait is counted from the email's creation. */
const dueSince = (e: ExpressionBuilder<Tables, 'outbox'>) =>
  e.case().when('unavailable_attempts', '=', 0).then(e.ref('run_at')).else(e.ref('created_at')).end();
