import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { ProviderUnavailable } from './card-provider.ts';
import { mismatchOf } from './mismatch.ts';
import {
  findIntents,
  findKnownEvents,
  findSettledWithoutSession,
  lapseIntents,
  oldestOpenIntent,
} from './reconcile-queries.ts';

/** What is compared: what is still open, or everything of the last days. */
export type ReconciliationScope = 'open' | 'recent';

/** What a comparison of our books with the provider's found. */
export interface ReconciliationResult {
  /** Facts of the provider that were looked at. */
  readonly compared: number;
  /** Payments whose state we did not know and that now stand right in our books. */
  readonly healed: number;
  /** Facts that do not fit and were put aside for a person. */
  readonly quarantined: number;
  /** Intents that were never opened at the provider and can no longer be. */
  readonly lapsed: number;
  /** Donations of ours that the provider does not know as paid: ids of their intents. */
  readonly unknownAtProvider: readonly string[];
}

/**
 * Compares our books with the provider's and feeds what we lack through the one door (design 3.9): first by its sessions,
 * since some messages are never sent, then by its messages; at last the other way round. The result is kept. A provider
 * that cannot be asked ends the run as `unavailable`; the next one starts anew.
 */
export async function reconcile(deps: Deps, scope: ReconciliationScope): Promise<ReconciliationResult | undefined> {
  const startedAt = deps.clock.now();
  const since = await startOf(deps, scope, startedAt);
  try {
    const result = since ? await compare(deps, since, startedAt) : nothingToCompare;
    await keepRun(deps, { scope, status: 'finished', since: since ?? startedAt, startedAt, result });
    report(deps, scope, result);
    return result;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ scope, detail: error.message }, 'reconciliation: the provider cannot be asked');
    deps.metrics.reconciliations.inc({ scope, outcome: 'unavailable' });
    await keepRun(deps, {
      scope,
      status: 'unavailable',
      since: since ?? startedAt,
      startedAt,
      result: nothingToCompare,
    });
    return undefined;
  }
}

const nothingToCompare: ReconciliationResult = {
  compared: 0,
  healed: 0,
  quarantined: 0,
  lapsed: 0,
  unknownAtProvider: [],
};
const marginMs = 5 * 60 * 1000; // clocks differ
const recentMs = 7 * 24 * 60 * 60 * 1000;
const settlingMs = 15 * 60 * 1000; // younger donations may not stand in a list yet that was begun before them
const batchSize = 100;

async function startOf(deps: Deps, scope: ReconciliationScope, now: Date): Promise<Date | undefined> {
  if (scope === 'recent') return new Date(now.getTime() - recentMs);
  const oldest = await oldestOpenIntent(deps.db.read, new Date(now.getTime() - recentMs));
  return oldest === undefined ? undefined : new Date(new Date(oldest).getTime() - marginMs);
}

async function compare(deps: Deps, since: Date, now: Date): Promise<ReconciliationResult> {
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
  const settled = await findSettledWithoutSession(deps.db.read, {
    after: new Date(since.getTime() + marginMs),
    before: new Date(now.getTime() - settlingMs),
    paidSessions,
  });
  return { ...tally, lapsed: await lapseIntents(deps.db, now), unknownAtProvider: settled };
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

async function newMessages(deps: Deps, batch: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
  const known = await findKnownEvents(deps.db.read, batch);
  return batch.filter((event) => !known.has(event.eventId));
}

async function feed(
  deps: Deps,
  events: readonly PaymentEvent[],
  tally: { healed: number; quarantined: number },
): Promise<void> {
  for (const event of events) {
    const { code } = await applyPaymentEvent(deps, event);
    if (code === 'settled' || code === 'moved') tally.healed += 1;
    if (code === 'quarantined') tally.quarantined += 1;
  }
}

async function* batches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface Run {
  readonly scope: ReconciliationScope;
  readonly status: 'finished' | 'unavailable';
  readonly since: Date;
  readonly startedAt: Date;
  readonly result: ReconciliationResult;
}

async function keepRun(deps: Deps, run: Run): Promise<void> {
  await deps.db.write
    .insertInto('reconciliation_runs')
    .values({
      id: newId('rec', deps.random),
      scope: run.scope,
      status: run.status,
      since: run.since.toISOString(),
      started_at: run.startedAt.toISOString(),
      finished_at: deps.clock.now().toISOString(),
      result: JSON.stringify(run.result),
    })
    .execute();
}

function report(deps: Deps, scope: ReconciliationScope, result: ReconciliationResult): void {
  const isClean = result.quarantined === 0 && result.unknownAtProvider.length === 0;
  deps.metrics.reconciliations.inc({ scope, outcome: isClean ? 'clean' : 'different' });
  if (isClean) deps.log.info({ scope, ...result }, 'reconciliation finished');
  else deps.log.error({ scope, ...result }, 'reconciliation found differences: a person must look at them');
}
