import { reviewKinds } from '#contract/admin/today.ts';
import { ratedCurrencies } from '#domain/rates/rates.ts';
import { readBackupTimes } from '#server/backups/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { measureJobBacklog, measureMailBacklog } from '#server/outbox/backlog.ts';
import { readReviewCounts } from '../today/review-counts.ts';

/** Updates the metrics about the state of the whole installation, and about this process's database connections. */
export async function measureState(deps: Deps): Promise<void> {
  const { db, clock, metrics, published } = deps;
  const now = clock.now();
  await measureMailBacklog(deps);
  await measureJobBacklog(deps);
  await measurePayments(deps, now);
  const { verifiedAt, review } = await readReviewCounts(db.read, now);
  for (const kind of reviewKinds)
    metrics.reviewItems.set({ kind }, review.find((item) => item.kind === kind)?.count ?? 0);
  metrics.reconciledTimestamp.set(toSeconds(verifiedAt));
  const rates = published.rates.current().document;
  metrics.ratesTimestamp.set(Math.min(...ratedCurrencies.map((currency) => toSeconds(rates[currency].day))));
  const backup = await readBackupTimes(db.read, now);
  metrics.backupTimestamp.set(toSeconds(backup.madeAt));
  metrics.backupCheckedTimestamp.set(toSeconds(backup.checkedAt));
  const { open, idle, waiting } = db.connections();
  metrics.databaseConnections.set({ state: 'open' }, open);
  metrics.databaseConnections.set({ state: 'idle' }, idle);
  metrics.databaseConnections.set({ state: 'waiting' }, waiting);
  metrics.measuredTimestamp.set(now.getTime() / 1000); // last, so that nothing above is older than this time
}

const toSeconds = (instant: string | null): number => (instant === null ? 0 : new Date(instant).getTime() / 1000);

async function measurePayments({ db, metrics }: Pick<Deps, 'db' | 'metrics'>, now: Date): Promise<void> {
  const open = await readOpenPayments(db.read, new Date(now.getTime() - openMaxMs));
  for (const status of ['pending', 'processing'] as const) {
    const found = open.find((row) => row.status === status);
    metrics.paymentsOpen.set({ status }, found?.count ?? 0);
    metrics.paymentsOldestSeconds.set(
      { status },
      found ? Math.max(0, now.getTime() / 1000 - toSeconds(found.oldestAt)) : 0,
    );
  }
}

/** Older open intents are not counted. Unpaid ones are deleted 90 days after their page expired. */
const openMaxMs = 100 * 24 * 60 * 60 * 1000;

const readOpenPayments = (db: Queryable, since: Date) =>
  db
    .selectFrom('donation_intents')
    .select(['status', (e) => e.fn.countAll<number>().as('count'), (e) => e.fn.min('created_at').as('oldestAt')])
    .where('status', 'in', ['pending', 'processing'])
    .where('created_at', '>=', since.toISOString())
    .groupBy('status')
    .execute();
