import { payoutPostings } from '#domain/ledger/postings.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { canBePaidOn } from '#domain/payout/payable-before.ts';
import { checkSecondPerson } from '#domain/payout/second-person.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutBatchRow, PayoutRow } from '#server/db/tables.ts';
import { postEntries } from '#server/ledger/index.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { announce } from '#server/webhooks/index.ts';
import { mayWaiveSecondPerson } from '../may-waive.ts';
import { releaseEntries } from '../payable.ts';
import { payoutLock } from '../payout-lock.ts';
import { amountOf } from './read-batches.ts';

export interface PaidBatch {
  /** The day on which the bank made the transfers, and its reference. */
  readonly paidOn: UtcDay;
  readonly reference: string;
  /** True if the person who pays waives the second person. */
  readonly isWaived: boolean;
  readonly reason: string;
}

/**
 * - `decided`: someone else decided first; `batch` says who, and when
 * - `second_person_needed`: the creator may not pay
 * - `may_waive`: the creator may pay, but must waive the second person first
 * - `day_invalid`: the day is in the future, or before the batch
 */
export type BatchRefusal =
  | { readonly code: 'decided'; readonly batch: PayoutBatchRow }
  | { readonly code: 'not_found' | 'second_person_needed' | 'may_waive' | 'day_invalid' };

export type PaymentOutcome = { readonly code: 'paid'; readonly isWaived: boolean } | BatchRefusal;

/** Records that the bank has paid a batch. Stores its status and the ledger entries in one transaction. */
export function payBatch(deps: Deps, actor: StaffMember, batchId: string, paid: PaidBatch): Promise<PaymentOutcome> {
  return decide(deps, batchId, async (tx, batch) => {
    const second = checkSecondPerson({
      requestedBy: batch.created_by,
      decidedBy: actor.id,
      isWaived: paid.isWaived,
      mayWaive: await mayWaiveSecondPerson(tx, actor.id),
    });
    if (second === 'refused') return { code: 'second_person_needed' };
    if (second === 'may_waive') return { code: 'may_waive' };
    if (!canBePaidOn(paid.paidOn, new Date(batch.created_at), deps.clock.now())) return { code: 'day_invalid' };
    await close(deps, tx, batch, { status: 'paid', userId: actor.id, paid_on: paid.paidOn, reference: paid.reference });
    for (const payout of await findPayouts(tx, batch.id)) {
      await postPayout(deps, tx, payout, paid.paidOn);
      await announcePayout(deps, tx, payout, paid.paidOn);
    }
    await recordAction(deps, tx, {
      actor,
      action: second === 'waived' ? 'payout_batch_paid_alone' : 'payout_batch_paid',
      subject: { kind: 'payout_batch', id: batchId },
      before: { status: batch.status },
      after: { status: 'paid', paidOn: paid.paidOn, reference: paid.reference },
      reason: paid.reason,
    });
    return { code: 'paid', isWaived: second === 'waived' };
  });
}

/** Cancels a batch that is not paid. The next batch can then pay its donations. */
export function cancelBatch(
  deps: Deps,
  actor: StaffMember,
  batchId: string,
  reason: string,
): Promise<{ readonly code: 'canceled' } | BatchRefusal> {
  return decide(deps, batchId, async (tx, batch) => {
    await close(deps, tx, batch, { status: 'canceled', userId: actor.id, paid_on: null, reference: null });
    const payouts = await findPayouts(tx, batch.id);
    await releaseEntries(
      tx,
      payouts.map(({ id }) => id),
    );
    await recordAction(deps, tx, {
      actor,
      action: 'payout_batch_canceled',
      subject: { kind: 'payout_batch', id: batchId },
      before: { status: batch.status },
      after: { status: 'canceled' },
      reason,
    });
    return { code: 'canceled' };
  });
}

function decide<Done>(
  deps: Deps,
  batchId: string,
  act: (tx: Tx, batch: PayoutBatchRow) => Promise<Done | BatchRefusal>,
): Promise<Done | BatchRefusal> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async (): Promise<Done | BatchRefusal> => {
      const batch = await tx.selectFrom('payout_batches').selectAll().where('id', '=', batchId).executeTakeFirst();
      if (!batch) return { code: 'not_found' };
      return batch.status === 'open' ? act(tx, batch) : { code: 'decided', batch };
    }),
  );
}

async function close(
  { clock }: Deps,
  tx: Tx,
  { id }: PayoutBatchRow,
  { userId, ...columns }: Pick<PayoutBatchRow, 'status' | 'paid_on' | 'reference'> & { readonly userId: string },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ ...columns, decided_by: userId, decided_at: clock.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

const findPayouts = (tx: Tx, batchId: string): Promise<PayoutRow[]> =>
  tx
    .selectFrom('payouts')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('charity_id')
    .orderBy('currency')
    .execute();

function announcePayout(deps: Deps, tx: Tx, payout: PayoutRow, paidOn: UtcDay): Promise<void> {
  return announce(deps, tx, 'payout.paid', () => {
    const paidAt = deps.clock.now();
    const amount = amountOf(payout);
    return {
      cause: payout.id,
      at: paidAt,
      data: {
        payoutId: payout.id,
        batchId: payout.batch_id,
        charityId: payout.charity_id,
        state: 'paid',
        amount: toDecimal(amount),
        currency: amount.currency,
        paidOn,
        paidAt: paidAt.toISOString(),
      },
    };
  });
}

function postPayout(deps: Deps, tx: Tx, payout: PayoutRow, paidOn: UtcDay): Promise<void> {
  return postEntries(deps, tx, {
    cause: `payout:${payout.id}`,
    intentId: null,
    occurredAt: new Date(`${paidOn}T00:00:00.000Z`),
    postings: payoutPostings(payout.charity_id, amountOf(payout)),
  });
}
