import type { PayoutsAnswer } from '#contract/admin/money/payouts.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findLastRestore } from '#server/payments/index.ts';

/** Long enough that the next batch, and the one after it, are created with the warning. */
const warnedDays = 31;

/**
 * The days between which batches may be lost, because a backup was restored; the providers do not know batches. Never null
 * before the first batch that is created afterward, however late.
 */
export async function findLostBatches({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PayoutsAnswer['lost']> {
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
