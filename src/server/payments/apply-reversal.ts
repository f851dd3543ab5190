import { foldReversal, type ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { bookReversals } from './book-reversals.ts';
import {
  findReversalFacts,
  findReversalsOf,
  findSettledIntent,
  insertReversal,
  insertReversalEvent,
  updateReversal,
} from './reversal-queries.ts';

/**
 * What became of a word about a refund or dispute. `booked`: the books know it now; `waiting`: the payment that it speaks
 * of is not settled here yet, and its settlement will book it; `already_applied`: a repetition; `quarantined`: it does not
 * fit our books, and a person must look at it.
 */
export type AppliedReversal =
  | { readonly code: 'booked' }
  | { readonly code: 'waiting' }
  | { readonly code: 'already_applied' }
  | { readonly code: 'quarantined'; readonly reason: 'other_account' | 'other_mode' | 'other_amount' };

/** The one door for money that goes back, beside `applyPaymentEvent` for money that comes (design 3.7). */
export async function applyReversal(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  const applied = await tryToApply(deps, event, isLive);
  const facts = {
    provider: event.provider,
    eventId: event.eventId,
    reversalId: event.reversalId,
    paymentId: event.paymentId,
    fact: event.fact,
    outcome: applied.code,
  };
  deps.metrics.paymentEvents.inc({ provider: event.provider, kind: event.kind, outcome: applied.code });
  if (applied.code === 'quarantined') {
    deps.log.error({ ...facts, reason: applied.reason }, 'reversal quarantined: a person must look at it');
  } else deps.log.info(facts, 'reversal applied');
  return applied;
}

/** Takes back everything that was written for a reversal that cannot be. */
class ImpossibleReversal extends Error {}

async function tryToApply(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  if (event.account !== undefined) return putAside(deps, event, 'other_account');
  if (event.isLive !== isLive) return putAside(deps, event, 'other_mode');
  if (event.amount === undefined) return putAside(deps, event, 'other_amount');
  try {
    return await inTransaction(deps.db, (tx) =>
      inTurn(tx, [`payment:${event.provider}:${event.paymentId}`], () => apply(deps, tx, event)),
    );
  } catch (error) {
    if (error instanceof ImpossibleReversal) return putAside(deps, event, 'other_amount');
    throw error;
  }
}

async function apply(deps: Deps, tx: Tx, event: ReversalEvent): Promise<AppliedReversal> {
  const now = deps.clock.now().toISOString();
  if (!(await insertReversalEvent(tx, event, now))) return { code: 'already_applied' };
  await insertReversal(tx, {
    provider: event.provider,
    reversal_id: event.reversalId,
    kind: event.kind,
    payment_id: event.paymentId,
    intent_id: null,
    status: 'noted',
    amount_minor: event.amount?.amountMinor ?? 0,
    currency: event.amount?.currency ?? '',
    is_standing: 0,
    subtotal_minor: 0,
    service_fee_minor: 0,
    postings: 0,
    occurred_at: event.occurredAt.toISOString(),
    updated_at: now,
  });
  const status = foldReversal(await findReversalFacts(tx, event));
  const known = await findReversalsOf(tx, event.provider, event.paymentId);
  const reversal = known.find(({ reversal_id: id }) => id === event.reversalId);
  if (!reversal) throw new TypeError(`${event.reversalId} was just written`);
  await updateReversal(tx, { ...reversal, status, updated_at: now });
  const intent = await findSettledIntent(tx, event.provider, event.paymentId);
  if (!intent) return { code: 'waiting' };
  const impossible = await bookReversals(deps, tx, intent);
  if (impossible.includes(event.reversalId)) throw new ImpossibleReversal();
  return { code: 'booked' };
}

/** Kept once, with all that it said; nothing else is written. */
async function putAside(
  deps: Deps,
  event: ReversalEvent,
  reason: 'other_account' | 'other_mode' | 'other_amount',
): Promise<AppliedReversal> {
  const kept = await deps.db.write
    .insertInto('quarantined_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      reason,
      detail: JSON.stringify(event),
      quarantined_at: deps.clock.now().toISOString(),
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  return kept.length > 0 ? { code: 'quarantined', reason } : { code: 'already_applied' };
}
