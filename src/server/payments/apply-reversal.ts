import type { Money } from '#domain/money/money.ts';
import { foldReversal, type ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { bookReversals } from './book-reversals.ts';
import { markImpossible, putReversalAside, type ReversalMismatch } from './quarantine-reversal.ts';
import {
  findReversal,
  findReversalFacts,
  findSettledIntent,
  hasUnbookedReversal,
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
  | { readonly code: 'quarantined'; readonly reason: ReversalMismatch };

/** The one door for money that goes back, beside `applyPaymentEvent` for money that comes (design 3.7). */
export async function applyReversal(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  const { amount } = event;
  const mismatch = mismatchOf(event, isLive);
  const applied = await inTransaction(deps.db, (tx) =>
    mismatch || !amount
      ? putReversalAside(deps, tx, event, mismatch ?? 'other_amount')
      : inTurn(tx, [turnOf(event)], () => apply(deps, tx, event, amount)),
  );
  if (applied.code === 'waiting' || applied.code === 'already_applied') await bookEarlyReversals(deps, event);
  report(deps, event, applied);
  return applied;
}

/**
 * Books what was said about a payment before its settlement stood here. Whoever settles and whoever hears of a refund both
 * come by after their commit: the later of the two finds what the other wrote.
 */
export async function bookEarlyReversals(
  deps: Deps,
  payment: Pick<ReversalEvent, 'provider' | 'paymentId'>,
): Promise<void> {
  if (!(await hasUnbookedReversal(deps.db.read, payment))) return;
  await inTransaction(deps.db, (tx) =>
    inTurn(tx, [turnOf(payment)], async () => {
      const intent = await findSettledIntent(tx, payment);
      if (intent) await markImpossible(deps, tx, intent, await bookReversals(deps, tx, intent));
    }),
  );
}

/** Nobody else books reversals of the same payment meanwhile: together they may not take back more than was paid. */
const turnOf = ({ provider, paymentId }: Pick<ReversalEvent, 'provider' | 'paymentId'>): string =>
  `payment:${provider}:${paymentId}`;

function mismatchOf(event: ReversalEvent, isLive: boolean): ReversalMismatch | undefined {
  if (event.account !== undefined) return 'other_account';
  return event.isLive === isLive ? undefined : 'other_mode';
}

async function apply(deps: Deps, tx: Tx, event: ReversalEvent, amount: Money): Promise<AppliedReversal> {
  const now = deps.clock.now().toISOString();
  const known = await findReversal(tx, event);
  if (known && known.payment_id !== event.paymentId) return putReversalAside(deps, tx, event, 'other_payment');
  if (known && (known.amount_minor !== amount.amountMinor || known.currency !== amount.currency)) {
    return putReversalAside(deps, tx, event, 'other_amount');
  }
  if (!(await insertReversalEvent(tx, event, now))) return { code: 'already_applied' };
  if (!known) await insertReversal(tx, event, amount, now);
  await fold(tx, event, now);
  const intent = await findSettledIntent(tx, event);
  if (!intent) return { code: 'waiting' };
  const impossible = await bookReversals(deps, tx, intent);
  await markImpossible(deps, tx, intent, impossible);
  const isImpossible = impossible.some(({ reversal_id: id }) => id === event.reversalId);
  return isImpossible ? { code: 'quarantined', reason: 'other_amount' } : { code: 'booked' };
}

/** Where it stands follows from all facts together, and since when from the first that says so. */
async function fold(tx: Tx, event: ReversalEvent, now: string): Promise<void> {
  const facts = await findReversalFacts(tx, event);
  const status = foldReversal(facts.map(({ fact }) => fact));
  const [since] = facts.flatMap(({ fact, occurredAt }) => (fact === status ? [occurredAt] : [])).toSorted();
  if (since === undefined) throw new TypeError(`${event.reversalId} stands on no fact`);
  await updateReversal(tx, event, { status, occurred_at: since, updated_at: now });
}

function report(deps: Deps, event: ReversalEvent, applied: AppliedReversal): void {
  const { provider, eventId, reversalId, paymentId, fact } = event;
  const facts = { provider, eventId, reversalId, paymentId, fact, outcome: applied.code };
  deps.metrics.paymentEvents.inc({ provider, kind: event.kind, outcome: applied.code });
  if (applied.code === 'quarantined') {
    deps.log.error({ ...facts, reason: applied.reason }, 'reversal quarantined: a person must look at it');
  } else deps.log.info(facts, 'reversal applied');
}
