import type { Money } from '#domain/money/money.ts';
import { foldDispute, type ReversalEvent } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { DonationIntentRow, ReversalMovementRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { bookReversals } from './book-reversals.ts';
import type { ImpossibleReversal } from './choose-reversals.ts';
import { findMovements, findNewMovements, insertMovements } from './movements.ts';
import { resolveQuarantined } from '../quarantine.ts';
import { unreadableId } from '../quarantine-unreadable.ts';
import { quarantineImpossible, quarantineReversal, unknownId, type ReversalMismatch } from './quarantine-reversal.ts';
import {
  findReversal,
  findReversalFacts,
  findSettledIntent,
  hasUnbookedReversal,
  insertReversal,
  insertReversalEvent,
  isKnownReversalEvent,
  updateReversal,
} from './queries.ts';

/**
 * `booked`: the ledger reflects the reversal. `waiting`: its payment has not settled in our records yet; the settlement will
 * book the reversal. `quarantined`: the reversal does not match our records. `already_quarantined`: the same message was
 * quarantined before.
 */
export type AppliedReversal =
  | { readonly code: 'booked' }
  | { readonly code: 'waiting' }
  | { readonly code: 'already_applied' | 'already_quarantined' }
  | { readonly code: 'quarantined'; readonly reason: ReversalMismatch };

/** The single entry point for refunds and disputes, as `applyPaymentEvent` is for money that comes in. */
export async function applyReversal(deps: Deps, event: ReversalEvent, isLive: boolean): Promise<AppliedReversal> {
  const { amount } = event;
  const mismatch = mismatchOf(event, isLive);
  const { applied, others } = await inTransaction(deps.db, async (tx) =>
    mismatch || !amount
      ? withoutOthers(await quarantineReversal(deps, tx, event, mismatch ?? 'other_currency'))
      : withLock(tx, [lockOf(event)], () => apply(deps, tx, event, amount)),
  );
  if (applied.code === 'waiting' || applied.code === 'already_applied') await bookPendingReversals(deps, event);
  report(deps, event, applied);
  reportQuarantined(deps, event, others);
  return applied;
}

/**
 * Books reversals that were reported before their payment had settled. Both the settlement and the reversal call this function
 * after their commit, so the later of the two finds what the other one wrote.
 */
export async function bookPendingReversals(
  deps: Deps,
  payment: Pick<ReversalEvent, 'provider' | 'paymentId'>,
): Promise<void> {
  if (!(await hasUnbookedReversal(deps.db.read, payment))) return;
  const quarantined = await inTransaction(deps.db, (tx) =>
    withLock(tx, [lockOf(payment)], async () => {
      const intent = await findSettledIntent(tx, payment);
      return intent ? (await book(deps, tx, intent)).quarantined : [];
    }),
  );
  reportQuarantined(deps, payment, quarantined);
}

/** One transaction at a time books reversals of a payment: together they must not reverse more than was paid. */
const lockOf = ({ provider, paymentId }: Pick<ReversalEvent, 'provider' | 'paymentId'>): string =>
  `payment:${provider}:${paymentId}`;

function mismatchOf(event: ReversalEvent, isLive: boolean): ReversalMismatch | undefined {
  if (event.account !== undefined) return 'other_account';
  if (event.isLive !== isLive) return 'other_mode';
  return event.problem;
}

/** `others`: reversals of the same payment that are quarantined because of this one. */
interface Applied {
  readonly applied: AppliedReversal;
  readonly others: readonly ImpossibleReversal[];
}

const withoutOthers = (applied: AppliedReversal): Applied => ({ applied, others: [] });

async function apply(deps: Deps, tx: Tx, event: ReversalEvent, amount: Money): Promise<Applied> {
  const now = deps.clock.now().toISOString();
  const known = await findReversal(tx, event);
  const contradiction = known && contradictionOf(known, event, amount);
  if (contradiction) return withoutOthers(await quarantineReversal(deps, tx, event, contradiction));
  const movements = await findNewMovements(tx, event, event.movements ?? []);
  if (!movements) return withoutOthers(await quarantineReversal(deps, tx, event, 'sums_differ'));
  if (await isKnownReversalEvent(tx, event)) return withoutOthers({ code: 'already_applied' });
  await insertMovements(tx, movements);
  await insertReversalEvent(tx, event, now);
  await resolveQuarantined(deps, tx, event.provider, [unknownId(event.reversalId), unreadableId(event.reversalId)]);
  if (!known) await insertReversal(tx, event, amount, now);
  await updateStatus(tx, event, now);
  await updateDecision(tx, event, known);
  await storeDeadline(tx, event);
  const intent = await findSettledIntent(tx, event);
  if (!intent) return withoutOthers({ code: 'waiting' });
  const { impossible, quarantined } = await book(deps, tx, intent);
  const isOwn = ({ reversal }: ImpossibleReversal): boolean => reversal.reversal_id === event.reversalId;
  const own = impossible.find(isOwn);
  return {
    applied: own ? { code: 'quarantined', reason: own.reason } : { code: 'booked' },
    others: quarantined.filter((one) => !isOwn(one)),
  };
}

/** `quarantined`: the impossible reversals that were not already waiting for review. */
async function book(deps: Deps, tx: Tx, intent: DonationIntentRow) {
  const impossible = await bookReversals(deps, tx, intent);
  return { impossible, quarantined: await quarantineImpossible(deps, tx, intent, impossible) };
}

/**
 * Finds how an event contradicts a known reversal. The amount of a dispute may change, because its movements say what was
 * taken.
 */
function contradictionOf(known: ReversalRow, event: ReversalEvent, amount: Money): ReversalMismatch | undefined {
  if (known.payment_id !== event.paymentId) return 'other_payment';
  if (event.movements) return undefined;
  return known.amount_minor === amount.amountMinor && known.currency === amount.currency ? undefined : 'other_amount';
}

/**
 * Updates a reversal's status and time. The status is the fold of all facts and, for a dispute, of where its money is. The time
 * is that of the newest movement or, if there are no movements, of the earliest fact with that status.
 */
async function updateStatus(tx: Tx, event: ReversalEvent, now: string): Promise<void> {
  const facts = await findReversalFacts(tx, event);
  const row = { provider: event.provider, reversal_id: event.reversalId };
  const movements = [...(await findMovements(tx, [row])).values()].flat();
  const status = foldDispute(
    facts.map(({ fact }) => fact),
    hasTakenMoney(movements),
  );
  const [since] = facts.flatMap(({ fact, occurredAt }) => (fact === status ? [occurredAt] : [])).toSorted();
  const moved = movements.map(({ occurred_at: at }) => at);
  const occurredAt = moved.toSorted().at(-1) ?? since;
  if (occurredAt === undefined) throw new TypeError(`no fact explains the status of ${event.reversalId}`);
  const itemized = event.movements ? { is_itemized: 1 } : {};
  await updateReversal(tx, event, { status, occurred_at: occurredAt, updated_at: now, ...itemized });
}

/** Stores the newest decision: an older response, from before an appeal, may be applied later. */
async function updateDecision(tx: Tx, event: ReversalEvent, known: ReversalRow | undefined): Promise<void> {
  if (!event.decision) return;
  const { refunded, decidedAt } = event.decision;
  const decided = decidedAt.toISOString();
  if (known && known.decided_at !== null && known.decided_at > decided) return;
  await updateReversal(tx, event, { refunded_minor: refunded.amountMinor, decided_at: decided });
}

async function storeDeadline(tx: Tx, { provider, reversalId, evidenceDueAt }: ReversalEvent): Promise<void> {
  if (evidenceDueAt === undefined) return;
  const deadline = { evidence_due_at: evidenceDueAt?.toISOString() ?? null };
  await tx
    .insertInto('dispute_deadlines')
    .values({ provider, reversal_id: reversalId, ...deadline })
    .onConflict((conflict) => conflict.columns(['provider', 'reversal_id']).doUpdateSet(deadline))
    .execute();
}

/** Returns true if movements took more than they gave back. Movements in another currency are quarantined. */
const hasTakenMoney = (movements: readonly ReversalMovementRow[]): boolean =>
  movements.reduce((net, { amount_minor: minor }) => net + minor, 0) < 0;

function report(deps: Deps, event: ReversalEvent, applied: AppliedReversal): void {
  const { provider, eventId, reversalId, paymentId, fact } = event;
  const fields = { provider, eventId, reversalId, paymentId, fact, outcome: applied.code };
  deps.metrics.paymentEvents.inc({ provider, kind: event.kind, outcome: applied.code });
  if (applied.code === 'quarantined') {
    deps.log.error({ ...fields, reason: applied.reason }, quarantinedMessage);
  } else deps.log.info(fields, 'reversal applied');
}

function reportQuarantined(
  deps: Deps,
  { provider, paymentId }: Pick<ReversalEvent, 'provider' | 'paymentId'>,
  quarantined: readonly ImpossibleReversal[],
): void {
  for (const { reversal, reason } of quarantined) {
    deps.metrics.paymentEvents.inc({ provider, kind: reversal.kind, outcome: 'quarantined' });
    deps.log.error({ provider, reversalId: reversal.reversal_id, paymentId, reason }, quarantinedMessage);
  }
}

const quarantinedMessage = 'reversal quarantined; needs review';
