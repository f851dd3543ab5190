import type { Money } from '#domain/money/money.ts';
import { foldReversal, type ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { bookReversals } from './book-reversals.ts';
import { quarantineImpossible, quarantineReversal, type ReversalMismatch } from './quarantine-reversal.ts';
import {
  findReversal,
  findReversalFacts,
  findSettledIntent,
  hasUnbookedReversal,
  insertReversal,
  insertReversalEvent,
  updateReversal,
} from './queries.ts';

/**
 * `booked`: the ledger reflects it. `waiting`: its payment has not settled here yet; the settlement will book it.
 * `quarantined`: it does not match our records.
 */
export type AppliedReversal =
  | { readonly code: 'booked' }
  | { readonly code: 'waiting' }
  | { readonly code: 'already_applied' }
  | { readonly code: 'quarantined'; readonly reason: ReversalMismatch };

/** The single entry point for refunds and disputes, beside `applyPaymentEvent` for money that comes in. */
export async function applyReversal(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  const { amount } = event;
  const mismatch = mismatchOf(event, isLive);
  const applied = await inTransaction(deps.db, (tx) =>
    mismatch || !amount
      ? quarantineReversal(deps, tx, event, mismatch ?? 'other_amount')
      : withLock(tx, [lockOf(event)], () => apply(deps, tx, event, amount)),
  );
  if (applied.code === 'waiting' || applied.code === 'already_applied') await settlePendingReversals(deps, event);
  report(deps, event, applied);
  return applied;
}

/**
 * Books reversals that were reported before their payment had settled. Both the settlement and the reversal call this after
 * their commit, so the later of the two finds what the other one wrote.
 */
export async function settlePendingReversals(
  deps: Deps,
  payment: Pick<ReversalEvent, 'provider' | 'paymentId'>,
): Promise<void> {
  if (!(await hasUnbookedReversal(deps.db.read, payment))) return;
  await inTransaction(deps.db, (tx) =>
    withLock(tx, [lockOf(payment)], async () => {
      const intent = await findSettledIntent(tx, payment);
      if (intent) await quarantineImpossible(deps, tx, intent, await bookReversals(deps, tx, intent));
    }),
  );
}

/** One transaction at a time books reversals of a payment: together they must not reverse more than was paid. */
const lockOf = ({ provider, paymentId }: Pick<ReversalEvent, 'provider' | 'paymentId'>): string =>
  `payment:${provider}:${paymentId}`;

function mismatchOf(event: ReversalEvent, isLive: boolean): ReversalMismatch | undefined {
  if (event.account !== undefined) return 'other_account';
  return event.isLive === isLive ? undefined : 'other_mode';
}

async function apply(deps: Deps, tx: Tx, event: ReversalEvent, amount: Money): Promise<AppliedReversal> {
  const now = deps.clock.now().toISOString();
  const known = await findReversal(tx, event);
  if (known && known.payment_id !== event.paymentId) return quarantineReversal(deps, tx, event, 'other_payment');
  if (known && (known.amount_minor !== amount.amountMinor || known.currency !== amount.currency)) {
    return quarantineReversal(deps, tx, event, 'other_amount');
  }
  if (!(await insertReversalEvent(tx, event, now))) return { code: 'already_applied' };
  if (!known) await insertReversal(tx, event, amount, now);
  await updateStatus(tx, event, now);
  const intent = await findSettledIntent(tx, event);
  if (!intent) return { code: 'waiting' };
  const impossible = await bookReversals(deps, tx, intent);
  await quarantineImpossible(deps, tx, intent, impossible);
  const isImpossible = impossible.some(({ reversal_id: id }) => id === event.reversalId);
  return isImpossible ? { code: 'quarantined', reason: 'other_amount' } : { code: 'booked' };
}

/** The status is the fold of all facts; it dates from the earliest fact that says so. */
async function updateStatus(tx: Tx, event: ReversalEvent, now: string): Promise<void> {
  const facts = await findReversalFacts(tx, event);
  const status = foldReversal(facts.map(({ fact }) => fact));
  const [since] = facts.flatMap(({ fact, occurredAt }) => (fact === status ? [occurredAt] : [])).toSorted();
  if (since === undefined) throw new TypeError(`no fact explains the status of ${event.reversalId}`);
  await updateReversal(tx, event, { status, occurred_at: since, updated_at: now });
}

function report(deps: Deps, event: ReversalEvent, applied: AppliedReversal): void {
  const { provider, eventId, reversalId, paymentId, fact } = event;
  const fields = { provider, eventId, reversalId, paymentId, fact, outcome: applied.code };
  deps.metrics.paymentEvents.inc({ provider, kind: event.kind, outcome: applied.code });
  if (applied.code === 'quarantined') {
    deps.log.error({ ...fields, reason: applied.reason }, 'reversal quarantined; needs review');
  } else deps.log.info(fields, 'reversal applied');
}
