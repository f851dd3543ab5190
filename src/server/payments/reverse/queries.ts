import type { Money } from '#domain/money/money.ts';
import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';

type ReversalKey = Pick<ReversalEvent, 'provider' | 'reversalId'>;
type PaymentKey = Pick<ReversalEvent, 'provider' | 'paymentId'>;

export async function insertReversalEvent(tx: Tx, event: ReversalEvent, now: string): Promise<void> {
  await tx
    .insertInto('reversal_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      reversal_id: event.reversalId,
      fact: event.fact,
      amount_minor: event.amount?.amountMinor ?? null,
      currency: event.amount?.currency ?? null,
      occurred_at: event.occurredAt.toISOString(),
      received_at: now,
    })
    .execute();
}

export async function isKnownReversalEvent(
  db: Queryable,
  { provider, eventId }: Pick<ReversalEvent, 'provider' | 'eventId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('reversal_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds all facts known about a reversal, in any order. */
export async function findReversalFacts(
  tx: Queryable,
  { provider, reversalId }: ReversalKey,
): Promise<readonly { readonly fact: ReversalFact; readonly occurredAt: string }[]> {
  return tx
    .selectFrom('reversal_events')
    .select(['fact', 'occurred_at as occurredAt'])
    .where('provider', '=', provider)
    .where('reversal_id', '=', reversalId)
    .execute();
}

export const findReversal = (tx: Queryable, { provider, reversalId }: ReversalKey): Promise<ReversalRow | undefined> =>
  tx
    .selectFrom('reversals')
    .selectAll()
    .where('provider', '=', provider)
    .where('reversal_id', '=', reversalId)
    .executeTakeFirst();

/** Finds the reversals of a payment, ordered by id. */
export async function findReversalsOf(
  tx: Queryable,
  provider: ReversalRow['provider'],
  paymentId: string,
): Promise<ReversalRow[]> {
  const rows = await tx
    .selectFrom('reversals')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .execute();
  // sorted by code units, because the two databases sort text differently
  return rows.toSorted((one, other) => (one.reversal_id < other.reversal_id ? -1 : 1));
}

/** Inserts a new reversal, before any fact about it is applied. */
export async function insertReversal(tx: Tx, event: ReversalEvent, amount: Money, now: string): Promise<void> {
  await tx
    .insertInto('reversals')
    .values({
      provider: event.provider,
      reversal_id: event.reversalId,
      kind: event.kind,
      payment_id: event.paymentId,
      intent_id: null,
      status: 'noted',
      amount_minor: amount.amountMinor,
      currency: amount.currency,
      is_active: 0,
      is_itemized: 0,
      taken_minor: 0,
      subtotal_minor: 0,
      service_fee_minor: 0,
      loss_minor: 0,
      refunded_minor: null,
      decided_at: null,
      postings: 0,
      occurred_at: event.occurredAt.toISOString(),
      updated_at: now,
    })
    .execute();
}

export async function updateReversal(
  tx: Tx,
  { provider, reversalId }: ReversalKey,
  changes: Partial<Omit<ReversalRow, 'provider' | 'reversal_id'>>,
): Promise<void> {
  await tx
    .updateTable('reversals')
    .set(changes)
    .where('provider', '=', provider)
    .where('reversal_id', '=', reversalId)
    .execute();
}

/** The settled intent of a payment. */
export const findSettledIntent = (
  tx: Queryable,
  { provider, paymentId }: PaymentKey,
): Promise<DonationIntentRow | undefined> =>
  tx
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .where('status', '=', 'settled')
    .executeTakeFirst();

/** Returns true if a payment has reversals that wait for its settlement. */
export const hasUnbookedReversal = async (db: Queryable, payment: PaymentKey): Promise<boolean> =>
  (await findUnbooked(db, payment)).length > 0;

const findUnbooked = prepared((db, { provider, paymentId }: PaymentKey) =>
  db
    .selectFrom('reversals')
    .select('reversal_id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .where('intent_id', 'is', null)
    .limit(1),
);
