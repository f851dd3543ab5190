import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Deps } from '#server/deps.ts';
import { applyReversal, bookEarlyReversals } from './apply-reversal.ts';
import { bookListedFees } from './book-fees.ts';
import { batches, settlingMs, type Comparison, type ReconciliationScope } from './feed-events.ts';
import { findReversalStates, findSettledButUnbooked, findStandingRefunds } from './reversal-reconcile-queries.ts';

/**
 * Compares what went back with Stripe's lists. Feeds the refunds and disputes that differ from our books through their one door, and books what waited for a settlement
 * that has come. Refunds may fail for a month after they were made and disputes are decided months later, so the whole
 * comparison looks further back than the quick one, and then books what the provider kept. Throws ProviderUnavailable when
 * the provider cannot be asked to the end.
 */
export async function reconcileReversals(deps: Deps, scope: ReconciliationScope, now: Date): Promise<Comparison> {
  const since = {
    refunds: new Date(now.getTime() - lookBackMs[scope].refunds),
    disputes: new Date(now.getTime() - lookBackMs[scope].disputes),
  };
  const tally = { compared: 0, healed: await bookSettled(deps), quarantined: 0 };
  const listed = new Set<string>();
  for await (const batch of batches(deps.cards.listReversals(since))) {
    tally.compared += batch.length;
    for (const { reversalId } of batch) listed.add(reversalId);
    for (const event of await differing(deps, batch)) {
      const { code } = await applyReversal(deps, event, deps.cards.isLive);
      if (code === 'booked') tally.healed += 1;
      if (code === 'quarantined') tally.quarantined += 1;
    }
  }
  const standing = await findStandingRefunds(deps.db.read, 'stripe', {
    after: new Date(since.refunds.getTime() + settlingMs),
    before: new Date(now.getTime() - settlingMs),
  });
  return {
    ...tally,
    lapsed: 0,
    unknownAtProvider: standing.filter((id) => !listed.has(id)),
    feesBooked: scope === 'recent' ? await bookListedFees(deps, now) : 0,
  };
}

const dayMs = 24 * 60 * 60 * 1000;
const lookBackMs = {
  open: { refunds: 3 * dayMs, disputes: 3 * dayMs },
  recent: { refunds: 35 * dayMs, disputes: 200 * dayMs },
};

/** States that our books do not show. The same state told by a message is no difference. */
async function differing(deps: Deps, batch: readonly ReversalEvent[]): Promise<ReversalEvent[]> {
  const states = await findReversalStates(deps.db.read, batch);
  return batch.filter(({ reversalId, fact }) => states.get(reversalId) !== fact);
}

async function bookSettled(deps: Deps): Promise<number> {
  const payments = await findSettledButUnbooked(deps.db.read);
  for (const payment of payments) await bookEarlyReversals(deps, payment);
  return payments.length;
}
