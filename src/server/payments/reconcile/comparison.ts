import type { PaymentEvent, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { PermissionMissing, type ProviderPermission } from '#server/ports/permissions.ts';
import { applySessionEvent } from '../plans/apply-session-event.ts';
import { findKnownEvents } from './queries.ts';

/**
 * `open`: compares the payments since the oldest open one of the last week, and reversals of the last days. `recent`: compares
 * everything since a week before the last complete run, and also fees, disputes of PayPal, overdue plans and balances.
 */
export type ReconciliationScope = 'open' | 'recent';

export interface ReconciliationPeriod {
  readonly scope: ReconciliationScope;
  /** Undefined if no payment is open and the scope is `open`. */
  readonly since: Date | undefined;
  /** Everything before this instant was compared earlier. Usually the start of the last complete run. */
  readonly comparedUntil: Date;
  readonly now: Date;
  /** Collects the permissions that our keys lack. */
  readonly missing: Set<ProviderPermission>;
}

/**
 * Runs a part that the rest does not need. If our key lacks a permission, adds the permission to `missing` and returns false.
 */
export async function ifPermitted(missing: Set<ProviderPermission>, part: () => Promise<void>): Promise<boolean> {
  try {
    await part();
    return true;
  } catch (error) {
    if (!(error instanceof PermissionMissing)) throw error;
    missing.add(error.permission);
    return false;
  }
}

/** Reconciles with one provider. Returns undefined if there was nothing to compare. */
export type Reconcile = (deps: Deps, period: ReconciliationPeriod) => Promise<Comparison | undefined>;

export interface Comparison {
  /** The number of the provider's records that were compared. */
  readonly compared: number;
  /** Payments and reversals that were missing or out of date in our records, and are now recorded. */
  readonly healed: number;
  readonly quarantined: number;
  /** Intents that were never opened at the provider and have expired. */
  readonly lapsed: number;
  /** Ids of settled intents, and of refunds in our ledger, that the provider does not have. */
  readonly unknownAtProvider: readonly string[];
  /** Processing fees that were missing in our ledger and are now booked. */
  readonly feesBooked: number;
}

/** The counts of a comparison while it is running. */
export type Tally = { -readonly [Count in 'compared' | 'healed' | 'quarantined']: number };

export function sumOf(comparisons: readonly Comparison[]): Comparison {
  const total = (count: Exclude<keyof Comparison, 'unknownAtProvider'>): number =>
    comparisons.reduce((sum, comparison) => sum + comparison[count], 0);
  return {
    compared: total('compared'),
    healed: total('healed'),
    quarantined: total('quarantined'),
    lapsed: total('lapsed'),
    unknownAtProvider: comparisons.flatMap(({ unknownAtProvider }) => unknownAtProvider),
    feesBooked: total('feesBooked'),
  };
}

/** A payment that settled more recently than this may be missing from a list that was read before. */
export const settlingMs = 15 * 60 * 1000;

/** Applies events that we missed, and counts the results. */
export async function applyMissing(deps: Deps, events: readonly PaymentEvent[], tally: Tally): Promise<void> {
  for (const event of events) {
    const { code } = await applySessionEvent(deps, event);
    if (code === 'settled' || code === 'moved') tally.healed += 1;
    if (code === 'quarantined') tally.quarantined += 1;
  }
}

/** Counts the result of booking a reversal or an invoice. */
export function countBooked({ code }: { readonly code: string }, tally: Tally): void {
  if (code === 'booked') tally.healed += 1;
  if (code === 'quarantined') tally.quarantined += 1;
}

/** Returns the events of a batch that we have not stored. */
export async function findNewEvents(
  deps: Deps,
  provider: PaymentProvider,
  batch: readonly PaymentEvent[],
): Promise<PaymentEvent[]> {
  const eventIds = batch.map(({ eventId }) => eventId);
  const known = await findKnownEvents(deps.db.read, provider, eventIds);
  return batch.filter((event) => !known.has(event.eventId));
}

/** Groups the items of a list into batches of `batchSize`. */
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
