import type { PayoutsAnswer } from '#contract/admin/money/payouts.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Deps } from '#server/deps.ts';
import { findLastRestore } from '#server/payments/index.ts';

/** Long enough that the next batch, and the one after it, are created with the warning. */
const warnedDays = 31;

/** Between which days batches may be lost, because a backup was restored lately. The providers do not know them. */
export async function findLostBatches({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PayoutsAnswer['lost']> {
  const restore = await findLastRestore(db.read);
  if (!restore) return null;
  const noticedAt = new Date(restore.noticed_at);
  if (clock.now().getTime() - noticedAt.getTime() > warnedDays * 24 * 60 * 60 * 1000) return null;
  return { from: utcDay(new Date(restore.known_until)), until: utcDay(noticedAt) };
}
