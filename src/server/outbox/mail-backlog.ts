import type { Deps } from '#server/deps.ts';
import { kindsIn, mailKinds, mailLanes } from './mail-lanes.ts';
import { unavailableDelayMs } from './worker.ts';

/**
 * Counts the emails of each lane that are due, for monitoring. Emails that were just tried while the mail server was unavailable
 * are due in a moment, and counted too.
 */
export async function measureMailBacklog({ db, clock, metrics }: Deps): Promise<void> {
  const soon = new Date(clock.now().getTime() + unavailableDelayMs).toISOString();
  const rows = await db.read
    .selectFrom('outbox')
    .select(['kind', (e) => e.fn.countAll<number>().as('count')])
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .where('run_at', '<=', soon)
    .groupBy('kind')
    .execute();
  for (const lane of mailLanes) {
    const kinds = new Set(kindsIn(lane));
    const counts = rows.filter(({ kind }) => kinds.has(kind)).map(({ count }) => count);
    metrics.mailWaiting.set(
      { lane },
      counts.reduce((sum, count) => sum + count, 0),
    );
  }
}
