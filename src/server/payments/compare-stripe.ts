import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { batches, feed, marginMs, newMessages, settlingMs, type ComparedTime, type Comparison } from './feed-events.ts';
import { mismatchOf } from './mismatch.ts';
import { findIntents, findSettledIntents, lapseIntents } from './reconcile-queries.ts';

/**
 * Compares our books with Stripe's: first by its sessions, since some messages are never sent, then by its messages; at last
 * the other way round. Throws ProviderUnavailable when Stripe cannot be asked to the end.
 */
export async function compareStripe(deps: Deps, { since, now }: ComparedTime): Promise<Comparison> {
  const tally = { compared: 0, healed: 0, quarantined: 0 };
  const paidSessions = new Set<string>();
  for await (const batch of batches(deps.cards.listSessionStates(since))) {
    for (const event of batch) if (event.fact.kind === 'settled') paidSessions.add(event.sessionId);
    await feed(deps, await newStates(deps, batch), tally);
    tally.compared += batch.length;
  }
  for await (const batch of batches(deps.cards.listMessages(since))) {
    await feed(deps, await newMessages(deps, batch), tally);
    tally.compared += batch.length;
  }
  const settled = await findSettledIntents(deps.db.read, {
    provider: 'stripe',
    after: new Date(since.getTime() + marginMs),
    before: new Date(now.getTime() - settlingMs),
  });
  return {
    ...tally,
    lapsed: await lapseIntents(deps.db, 'stripe', now),
    unknownAtProvider: settled.filter((row) => !paidSessions.has(row.provider_session_id ?? '')).map((row) => row.id),
    feesBooked: 0,
  };
}

/** States that differ from our books. A session of nobody's is of interest only when money was paid for it. */
async function newStates(deps: Deps, batch: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
  const intents = await findIntents(deps.db.read, batch);
  return batch.filter((event) => {
    const intent = intents.get(event.intentId ?? event.sessionId);
    if (!intent) return event.fact.kind === 'settled';
    return mismatchOf(event, intent, deps.cards.isLive) !== undefined || intent.status !== event.fact.kind;
  });
}
