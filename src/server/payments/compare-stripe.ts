import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { isStronger } from '#domain/payment/payment-state.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ProviderUnavailable } from './card-provider.ts';
import { batches, feed, marginMs, newMessages, settlingMs, type ComparedTime, type Comparison } from './feed-events.ts';
import { mismatchOf } from './mismatch.ts';
import { compareBills } from './compare-bills.ts';
import { isBill } from './follow-invoice.ts';
import { followOverduePlans } from './follow-overdue-plans.ts';
import { findKnownSubscriptions } from './plan-queries.ts';
import { findIntents, findSettledIntents, lapseIntents } from './reconcile-queries.ts';

/**
 * Compares our books with Stripe's: first by its sessions, since some messages are never sent, then by its messages, its bills
 * and the plans that are overdue; at last the other way round. Throws ProviderUnavailable when Stripe cannot be asked to the
 * end.
 */
export async function compareStripe(deps: Deps, { scope, since, now }: ComparedTime): Promise<Comparison> {
  const tally = { compared: 0, healed: 0, quarantined: 0 };
  const paidSessions = new Set<string>();
  for await (const batch of batches(deps.cards.listSessionStates(since))) {
    for (const event of batch) if (event.fact.kind === 'settled') paidSessions.add(event.sessionId);
    await feed(deps, await newStates(deps, batch), tally);
    tally.compared += batch.length;
  }
  for await (const batch of batches(deps.cards.listMessages(since))) {
    await feed(deps, await newMessages(deps, 'stripe', batch), tally);
    tally.compared += batch.length;
  }
  const billsSince = new Date(since.getTime() - billsMs[scope]);
  for (const sessionId of await compareBills(deps, billsSince, tally)) paidSessions.add(sessionId);
  if (scope === 'recent') tally.compared += await followOverduePlans(deps, now);
  const settled = await findSettledIntents(deps.db.read, {
    provider: 'stripe',
    after: new Date(since.getTime() + marginMs),
    before: new Date(now.getTime() - settlingMs),
  });
  return {
    ...tally,
    lapsed: await lapseIntents(deps.db, 'stripe', now),
    unknownAtProvider: await unpaidAmong(deps, settled, paidSessions),
    feesBooked: 0,
  };
}

/** How much longer a bill may wait for its money than a checkout: Stripe tries a failed one for two months at most. */
const billsMs = { open: 0, recent: 62 * 24 * 60 * 60 * 1000 };

type SettledIntent = Pick<DonationIntentRow, 'id' | 'provider_session_id'>;

/** Those of our donations that Stripe does not have as paid. A bill may be older than the lists: such a one is asked for. */
async function unpaidAmong(
  deps: Deps,
  settled: readonly SettledIntent[],
  paid: ReadonlySet<string>,
): Promise<string[]> {
  const unpaid: string[] = [];
  for (const { id, provider_session_id: sessionId } of settled) {
    if (sessionId === null || !(paid.has(sessionId) || (await isPaidBill(deps, sessionId)))) unpaid.push(id);
  }
  return unpaid;
}

async function isPaidBill(deps: Deps, sessionId: string): Promise<boolean> {
  if (!isBill(sessionId)) return false;
  const asked = await deps.cards.subscriptions.fetchInvoice(sessionId);
  if (asked.code === 'unavailable') throw new ProviderUnavailable(asked.detail);
  return asked.state?.status === 'paid';
}

/**
 * States that say more than our books. A session of nobody's is of interest only when money was paid for it. One that began
 * monthly charges is never more than on its way: it says nothing new once its bill was paid and its plan knows the subscription.
 */
async function newStates(deps: Deps, batch: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
  const intents = await findIntents(deps.db.read, batch);
  const begun = batch.flatMap(({ subscription }) => subscription?.subscriptionId ?? []);
  const known = await findKnownSubscriptions(deps.db.read, begun);
  return batch.filter((event) => {
    const intent = intents.get(event.intentId ?? event.sessionId);
    if (!intent) return event.fact.kind === 'settled';
    return (
      mismatchOf(event, intent, deps.cards.isLive) !== undefined ||
      intent.provider_session_id === null ||
      isStronger(event.fact, intent.status) ||
      (event.subscription !== undefined && !known.has(event.subscription.subscriptionId))
    );
  });
}
