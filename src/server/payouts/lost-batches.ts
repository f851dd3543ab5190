import type { PayoutsResponse } from '#contract/admin/money/payouts.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findLastRestore } from '#server/payments/index.ts';

/** How long the warning stays at least, even if a new batch was created. */
const warnedDays = 31;

/**
 * Finds the days between which batches may have been lost when a backup was restored. The providers do not know batches, so
 * nothing rebuilds them. After a restore, returns null only once a new batch was created and 31 days have passed.
 */
export async function findLostBatches({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PayoutsResponse['lost']> {
  const restore = await findLastRestore(db.read);
  if (!restore) return null;
  const noticedAt = new Date(restore.noticed_at);
  const isLongAgo = clock.now().getTime() - noticedAt.getTime() > warnedDays * 24 * 60 * 60 * 1000;
  if (isLongAgo && (await hasBatchSince(db.read, restore.noticed_at))) return null;
  return { from: utcDay(new Date(restore.known_until)), until: utcDay(noticedAt) };
}

async function hasBatchSince(db: Queryable, at: string): Promise<boolean> {
  const batch = await db
    .selectFrom('payout_batches')
    .select('id')
    .where('created_at', '>=', at)
    .limit(1)
    .executeTakeFirst();
  return batch !== undefined;
}
