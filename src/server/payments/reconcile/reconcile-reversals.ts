import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Deps } from '#server/deps.ts';
import type { UnreadableRecord } from '#server/ports/provider.ts';
import { quarantineUnreadable } from '../quarantine-unreadable.ts';
import { applyReversal, bookPendingReversals } from '../reverse/apply-reversal.ts';
import {
  batches,
  countBooked,
  ifPermitted,
  settlingMs,
  type Comparison,
  type ReconciliationPeriod,
} from './comparison.ts';
import { bookListedFees } from './fees.ts';
import { findDiffering } from './find-differing.ts';
import { findActiveRefunds, findSettledButUnbooked } from './queries.ts';

/**
 * Compares our refunds and disputes with Stripe's and applies those that differ; for the scope `recent`, also books Stripe's
 * fees. Lists that our key may not read are left out. Throws ProviderUnavailable if any other list cannot be read completely.
 * `reconcilePayPal` does the same for PayPal. Reversals whose payment has settled since are booked here for both providers.
 */
export async function reconcileReversals(deps: Deps, period: ReconciliationPeriod): Promise<Comparison> {
  const { scope, comparedUntil, now, missing } = period;
  const from = scope === 'recent' ? comparedUntil : now;
  const since = {
    refunds: new Date(from.getTime() - lookBackMs[scope].refunds),
    disputes: new Date(from.getTime() - lookBackMs[scope].disputes),
  };
  const tally = { compared: 0, healed: await bookMissedReversals(deps), quarantined: 0 };
  const listed = new Set<string>();
  const applyListed = async (list: AsyncIterable<ReversalEvent | UnreadableRecord>): Promise<void> => {
    for await (const batch of batches(list)) {
      tally.compared += batch.length;
      const events: ReversalEvent[] = [];
      for (const record of batch) {
        listed.add('code' in record ? record.subjectId : record.reversalId);
        if (!('code' in record)) events.push(record);
        else if (await quarantineUnreadable(deps, { provider: 'stripe', ...record })) tally.quarantined += 1;
      }
      for (const event of await findDiffering(deps.db.read, events)) {
        countBooked(await applyReversal(deps, event, deps.cards.isLive), tally);
      }
    }
  };
  const hasRefunds = await ifPermitted(missing, () => applyListed(deps.cards.listRefunds(since.refunds)));
  await ifPermitted(missing, () => applyListed(deps.cards.listDisputes(since.disputes)));
  const active = await findActiveRefunds(deps.db.read, 'stripe', {
    after: new Date(since.refunds.getTime() + settlingMs),
    before: new Date(now.getTime() - settlingMs),
  });
  return {
    ...tally,
    lapsed: 0,
    unknownAtProvider: hasRefunds ? active.filter((id) => !listed.has(id)) : [],
    feesBooked: scope === 'recent' ? await bookListedFees(deps, period) : 0,
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** A refund may fail up to a month after it was made; a dispute may be decided months later. */
const lookBackMs = {
  open: { refunds: 3 * dayMs, disputes: 3 * dayMs },
  recent: { refunds: 35 * dayMs, disputes: 200 * dayMs },
};

async function bookMissedReversals(deps: Deps): Promise<number> {
  const payments = await findSettledButUnbooked(deps.db.read);
  for (const payment of payments) await bookPendingReversals(deps, payment);
  return payments.length;
}
