import type { PaymentEvent, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { applySessionEvent } from './apply-session-event.ts';
import { findKnownEvents } from './reconcile-queries.ts';

/** What is compared: what is still open, or everything of the last days. */
export type ReconciliationScope = 'open' | 'recent';

/** The time that a comparison looks at. */
export interface ComparedTime {
  readonly scope: ReconciliationScope;
  readonly since: Date;
  readonly now: Date;
}

/** What a comparison with one provider found. */
export interface Comparison {
  /** Facts of the provider that were looked at. */
  readonly compared: number;
  /** Payments whose state we did not know and that now stand right in our books. */
  readonly healed: number;
  /** Facts that do not fit and were put aside for a person. */
  readonly quarantined: number;
  /** Intents that were never opened at the provider and can no longer be. */
  readonly lapsed: number;
  /** Ids of intents that we have as paid, and of refunds that our books took back, of which the provider knows nothing. */
  readonly unknownAtProvider: readonly string[];
  /** Fees that the provider kept, and that our books did not have. */
  readonly feesBooked: number;
}

/** The counts of a comparison while it is under way. */
export type Tally = { -readonly [Count in 'compared' | 'healed' | 'quarantined']: number };

/** Clocks differ by less than this. */
export const marginMs = 5 * 60 * 1000;

/** Younger donations may not stand in a list yet that was begun before them. */
export const settlingMs = 15 * 60 * 1000;

/** Puts facts that we lack through the one door, and counts what became of them. */
export async function feed(deps: Deps, events: readonly PaymentEvent[], tally: Tally): Promise<void> {
  for (const event of events) {
    const { code } = await applySessionEvent(deps, event);
    if (code === 'settled' || code === 'moved') tally.healed += 1;
    if (code === 'quarantined') tally.quarantined += 1;
  }
}

/** Those messages of a batch of a provider's that never reached us. */
export async function newMessages(
  deps: Deps,
  provider: PaymentProvider,
  batch: readonly PaymentEvent[],
): Promise<PaymentEvent[]> {
  const eventIds = batch.map(({ eventId }) => eventId);
  const known = await findKnownEvents(deps.db.read, provider, eventIds);
  return batch.filter((event) => !known.has(event.eventId));
}

/** Items by the hundred. */
export async function* batches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const batchSize = 100;
