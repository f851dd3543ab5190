import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { isStronger } from '#domain/payment/payment-state.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { compareBalance } from '../balances/compare-balance.ts';
import { readLiveBalance } from '../balances/held-balance.ts';
import { readBalance } from '../balances/read-balance.ts';
import { clockMarginMs } from '../clock-margin.ts';
import { bookInvoice, isInvoice } from '../plans/follow-invoice.ts';
import { followSubscription } from '../plans/follow-subscription.ts';
import { findKnownSubscriptions, findOverdueSubscriptions } from '../plans/queries.ts';
import { findLastRestore } from '../rebuild/restores.ts';
import { mismatchOf } from '../settle/match-intent.ts';
import {
  applyMissing,
  batches,
  countBooked,
  findNewEvents,
  ifPermitted,
  settlingMs,
  sumOf,
  type Comparison,
  type ReconciliationPeriod,
  type Tally,
} from './comparison.ts';
import { findIntents, findIntentsByPayment, findSettledIntents, lapseIntents } from './queries.ts';
import { reconcileReversals } from './reconcile-reversals.ts';

/** Reconciles with Stripe. Throws ProviderUnavailable if one of Stripe's lists cannot be read completely. */
export async function reconcileStripe(deps: Deps, period: ReconciliationPeriod): Promise<Comparison> {
  const { since } = period;
  const payments = since ? [await reconcilePayments(deps, { ...period, since })] : [];
  const reversals = await reconcileReversals(deps, period);
  if (period.scope === 'recent') await reconcileBalance(deps, period);
  return sumOf([...payments, reversals]);
}

/** Runs after fees and reversals are booked. If our key lacks a permission, the ledger cannot match and is not compared. */
async function reconcileBalance(deps: Deps, { now, missing }: ReconciliationPeriod): Promise<void> {
  const { balances } = deps.cards;
  await ifPermitted(missing, () => readBalance(deps, 'stripe', balances, now));
  const isComplete = ![...missing].some(({ provider }) => provider === 'stripe');
  if (isComplete)
    await ifPermitted(missing, async () => compareBalance(deps, 'stripe', await readLiveBalance(balances, now), now));
}

/** Sessions come before messages, because Stripe sends no message for some of their states. */
async function reconcilePayments(
  deps: Deps,
  { scope, since, comparedUntil, now, missing }: ReconciliationPeriod & { readonly since: Date },
): Promise<Comparison> {
  const tally = { compared: 0, healed: 0, quarantined: 0 };
  const paidSessions = new Set<string>();
  for await (const batch of batches(deps.cards.listSessionStates(since))) {
    for (const event of batch) if (event.fact.kind === 'settled') paidSessions.add(event.sessionId);
    await applyMissing(deps, await findNewStates(deps, batch), tally);
    tally.compared += batch.length;
  }
  await ifPermitted(missing, async () => {
    for await (const batch of batches(deps.cards.listMessages(since))) {
      await applyMissing(deps, await findNewEvents(deps, 'stripe', batch), tally);
      tally.compared += batch.length;
    }
  });
  const invoicesSince = new Date(since.getTime() - invoiceRetryMs[scope]);
  for (const sessionId of await reconcileInvoices(deps, invoicesSince, tally)) paidSessions.add(sessionId);
  if (scope === 'recent') tally.compared += await followOverduePlans(deps, { comparedUntil, now });
  const settled = await findSettledIntents(deps.db.read, {
    provider: 'stripe',
    after: new Date(since.getTime() + clockMarginMs),
    before: new Date(now.getTime() - settlingMs),
  });
  return {
    ...tally,
    lapsed: await lapseIntents(deps.db, 'stripe', now),
    unknownAtProvider: await findUnpaid(deps, settled, paidSessions),
    feesBooked: 0,
  };
}

/**
 * Returns the states that are ahead of our records. A session without an intent counts if it is paid, or if it has a record
 * from which the intent can be rebuilt. A monthly checkout session never settles: its state counts as new until its plan has
 * the subscription.
 */
async function findNewStates(deps: Deps, batch: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
  const intents = await findIntents(deps.db.read, batch);
  const started = batch.flatMap(({ subscription }) => subscription?.subscriptionId ?? []);
  const known = await findKnownSubscriptions(deps.db.read, started);
  return batch.filter((event) => {
    const intent = intents.get(event.intentId ?? event.sessionId);
    if (!intent) return event.fact.kind === 'settled' || event.record !== undefined;
    return (
      mismatchOf(event, intent, deps.cards.isLive) !== undefined ||
      intent.provider_session_id === null ||
      isStronger(event.fact, intent.status) ||
      (event.subscription !== undefined && !known.has(event.subscription.subscriptionId))
    );
  });
}

/**
 * The time by which a paid invoice can be older than the compared checkouts: Stripe retries a failed charge for at most two
 * months.
 */
const invoiceRetryMs = { open: 0, recent: 62 * 24 * 60 * 60 * 1000 };

/** Records paid invoices that we missed. Returns the session ids of all intents that Stripe's invoices prove to be paid. */
async function reconcileInvoices(deps: Deps, since: Date, tally: Tally): Promise<ReadonlySet<string>> {
  const paid = new Set<string>();
  for await (const invoices of batches(deps.cards.subscriptions.listInvoices(since))) {
    tally.compared += invoices.length;
    const known = await findSettledSessions(deps, invoices);
    const unknown = invoices.filter(({ paymentId = '' }) => !known.has(paymentId));
    for (const invoice of unknown) countBooked(await bookInvoice(deps, invoice), tally);
    const booked = await findSettledSessions(deps, unknown);
    for (const sessionId of [...known.values(), ...booked.values()]) paid.add(sessionId);
  }
  return paid;
}

/** Finds the session ids of the settled intents of paid invoices, by payment id. */
async function findSettledSessions(
  deps: Deps,
  invoices: readonly InvoiceState[],
): Promise<ReadonlyMap<string, string>> {
  const paymentIds = invoices.flatMap(({ status, paymentId }) => (status === 'paid' ? (paymentId ?? []) : []));
  if (paymentIds.length === 0) return new Map();
  const intents = await findIntentsByPayment(deps.db.read, 'stripe', paymentIds);
  return new Map(
    [...intents].flatMap(([paymentId, { status, provider_session_id: sessionId }]) =>
      status === 'settled' && sessionId !== null ? [[paymentId, sessionId]] : [],
    ),
  );
}

/**
 * Fetches every subscription whose next charge is overdue, because the message about the charge or about the subscription's end
 * may be lost; after a restore, fetches every subscription with a next charge. Failures are left to the next run.
 * Returns how many subscriptions that were.
 */
async function followOverduePlans(
  deps: Deps,
  { comparedUntil, now }: Pick<ReconciliationPeriod, 'comparedUntil' | 'now'>,
): Promise<number> {
  const restore = await findLastRestore(deps.db.read);
  const isRestored = restore !== undefined && restore.noticed_at >= comparedUntil.toISOString();
  const subscriptionIds = await findOverdueSubscriptions(deps.db.read, isRestored ? farFuture : now);
  for (const subscriptionId of subscriptionIds) await followSubscription(deps, subscriptionId);
  return subscriptionIds.length;
}

const farFuture = new Date('9999-01-01T00:00:00.000Z');

/** Finds the settled intents that are not paid at Stripe. An invoice may be older than the lists, so it is fetched. */
async function findUnpaid(
  deps: Deps,
  settled: readonly Pick<DonationIntentRow, 'id' | 'provider_session_id'>[],
  paid: ReadonlySet<string>,
): Promise<string[]> {
  const unpaid: string[] = [];
  for (const { id, provider_session_id: sessionId } of settled) {
    if (sessionId === null || !(paid.has(sessionId) || (await isPaidInvoice(deps, sessionId)))) unpaid.push(id);
  }
  return unpaid;
}

async function isPaidInvoice(deps: Deps, sessionId: string): Promise<boolean> {
  if (!isInvoice(sessionId)) return false;
  const fetched = await deps.cards.subscriptions.fetchInvoice(sessionId);
  if (fetched.code === 'unavailable') throw new ProviderUnavailable(fetched.detail);
  return fetched.state?.status === 'paid';
}
