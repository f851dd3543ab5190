import type { Deps } from '#server/deps.ts';
import { kindsIn } from './mail-lanes.ts';

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
    const waitMs = oldestAt === null ? 0 : now.getTime() - new Date(oldestAt).getTime();
    metrics.jobsOldestSeconds.set({ lane }, Math.max(0, waitMs) / 1000);
  }
}
