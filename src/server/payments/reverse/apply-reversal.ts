import type { Money } from '#domain/money/money.ts';
import { foldReversal, type ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { bookReversals } from './book-reversals.ts';
import { addMovements, findMovements } from './movements.ts';
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

/** The single entry point for refunds and disputes, as `applyPaymentEvent` is for money that comes in. */
export async function applyReversal(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  const { amount } = event;
  const mismatch = mismatchOf(event, isLive);
  const applied = await inTransaction(deps.db, (tx) =>
    mismatch || !amount
      ? quarantineReversal(deps, tx, event, mismatch ?? 'other_currency')
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
  const quarantined = await inTransaction(deps.db, (tx) =>
    withLock(tx, [lockOf(payment)], async () => {
      const intent = await findSettledIntent(tx, payment);
      if (!intent) return [];
      const impossible = await bookReversals(deps, tx, intent);
      await quarantineImpossible(deps, tx, intent, impossible);
      return impossible;
    }),
  );
  const { provider, paymentId } = payment;
  for (const { reversal, reason } of quarantined) {
    deps.metrics.paymentEvents.inc({ provider, kind: reversal.kind, outcome: 'quarantined' });
    deps.log.error({ provider, reversalId: reversal.reversal_id, paymentId, reason }, quarantinedLine);
  }
}

const quarantinedLine = 'reversal quarantined; needs review';

/** One transaction at a time books reversals of a payment: together they must not reverse more than was paid. */
const lockOf = ({ provider, paymentId }: Pick<ReversalEvent, 'provider' | 'paymentId'>): string =>
  `payment:${provider}:${paymentId}`;

function mismatchOf(event: ReversalEvent, isLive: boolean): ReversalMismatch | undefined {
  if (event.account !== undefined) return 'other_account';
  if (event.isLive !== isLive) return 'other_mode';
  return event.problem ?? (event.amount ? undefined : 'other_currency');
}

async function apply(deps: Deps, tx: Tx, event: ReversalEvent, amount: Money): Promise<AppliedReversal> {
  const now = deps.clock.now().toISOString();
  const known = await findReversal(tx, event);
  const contradiction = known && contradictionOf(known, event, amount);
  if (contradiction) return quarantineReversal(deps, tx, event, contradiction);
  if (event.movements && !(await addMovements(tx, event, event.movements))) {
    return quarantineReversal(deps, tx, event, 'sums_differ');
  }
  if (!(await insertReversalEvent(tx, event, now))) return { code: 'already_applied' };
  if (!known) await insertReversal(tx, event, amount, now);
  await updateStatus(tx, event, now);
  const intent = await findSettledIntent(tx, event);
  if (!intent) return { code: 'waiting' };
  const impossible = await bookReversals(deps, tx, intent);
  await quarantineImpossible(deps, tx, intent, impossible);
  const own = impossible.find(({ reversal }) => reversal.reversal_id === event.reversalId);
  return own ? { code: 'quarantined', reason: own.reason } : { code: 'booked' };
}

/** The amount of a dispute may change. Its movements say what was taken. */
function contradictionOf(known: ReversalRow, event: ReversalEvent, amount: Money): ReversalMismatch | undefined {
  if (known.payment_id !== event.paymentId) return 'other_payment';
  if (event.movements) return undefined;
  return known.amount_minor === amount.amountMinor && known.currency === amount.currency ? undefined : 'other_amount';
}

/**
 * The status is the fold of all facts. The reversal dates from the newest movement of its money or, without movements, from
 * the earliest fact that says so.
 */
async function updateStatus(tx: Tx, event: ReversalEvent, now: string): Promise<void> {
  const facts = await findReversalFacts(tx, event);
  const status = foldReversal(facts.map(({ fact }) => fact));
  const [since] = facts.flatMap(({ fact, occurredAt }) => (fact === status ? [occurredAt] : [])).toSorted();
  const row = { provider: event.provider, reversal_id: event.reversalId };
  const moved = [...(await findMovements(tx, [row])).values()].flat().map(({ occurred_at: at }) => at);
  const occurredAt = moved.toSorted().at(-1) ?? since;
  if (occurredAt === undefined) throw new TypeError(`no fact explains the status of ${event.reversalId}`);
  const itemized = event.movements ? { is_itemized: 1 } : {};
  await updateReversal(tx, event, { status, occurred_at: occurredAt, updated_at: now, ...itemized });
}

function report(deps: Deps, event: ReversalEvent, applied: AppliedReversal): void {
  const { provider, eventId, reversalId, paymentId, fact } = event;
  const fields = { provider, eventId, reversalId, paymentId, fact, outcome: applied.code };
  deps.metrics.paymentEvents.inc({ provider, kind: event.kind, outcome: applied.code });
  if (applied.code === 'quarantined') {
    deps.log.error({ ...fields, reason: applied.reason }, quarantinedLine);
  } else deps.log.info(fields, 'reversal applied');
}
