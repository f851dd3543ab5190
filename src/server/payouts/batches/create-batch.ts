import { formatWithCode } from '#domain/money/format.ts';
import { isSameMoney, type Money } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { PayoutProblem } from '#domain/payout/payout-problem.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { PayoutRow } from '#server/db/tables.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { copyPayableEntries } from '../copy-entries.ts';
import { coverEntries, payableAmount, type Payee } from '../payable.ts';
import { payoutLock } from '../payout-lock.ts';
import { checkPayee, type CheckedPayee } from './check-payee.ts';

export interface BatchRequest {
  readonly day: UtcDay;
  /** Each payee once, with the amount that the creator of the batch saw. */
  readonly payouts: readonly { readonly payee: Payee; readonly expected: Money }[];
  readonly reason: string;
}

/** `changed`: the amount is not what the creator saw. */
export type CreatedBatch =
  | { readonly code: 'created'; readonly batchId: string }
  | { readonly code: 'not_payable'; readonly payee: Payee; readonly problem: PayoutProblem | 'changed' };

/**
 * Creates a batch. Its amounts no longer change, and its donations cannot be in another batch, unless the batch is canceled or
 * the bank returns a payout.
 */
export async function createBatch(deps: Deps, actor: StaffMember, request: BatchRequest): Promise<CreatedBatch> {
  await copyPayableEntries(deps);
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async () => {
      const checked: CheckedPayee[] = [];
      for (const { payee, expected } of request.payouts) {
        const found = await checkPayee(deps, tx, payee, request.day);
        const problem = found.problem ?? (isSameMoney(found.amount, expected) ? undefined : 'changed');
        if (problem !== undefined) return { code: 'not_payable', payee, problem };
        checked.push(found);
      }
      const names = charityNames(deps);
      const batchId = await insertBatch(deps, tx, { createdBy: actor.id, request, checked, names });
      await recordAction(deps, tx, {
        actor,
        action: 'payout_batch_created',
        subject: { kind: 'payout_batch', id: batchId },
        after: { day: request.day, payouts: checked.map((payout) => describePayout(payout, names)) },
        reason: request.reason,
      });
      return { code: 'created', batchId };
    }),
  );
}

/** `Food banks across Canada: CAD 12.00` */
const describePayout = ({ payee: { charityId }, amount }: CheckedPayee, names: ReadonlyMap<number, string>): string =>
  `${names.get(charityId) ?? `charity ${charityId}`}: ${formatWithCode(amount)}`;

async function insertBatch(
  deps: Deps,
  tx: Tx,
  batch: {
    readonly createdBy: string;
    readonly request: BatchRequest;
    readonly checked: readonly CheckedPayee[];
    readonly names: ReadonlyMap<number, string>;
  },
): Promise<string> {
  const { random, clock } = deps;
  const batchId = newId('bat', random);
  await tx
    .insertInto('payout_batches')
    .values({
      id: batchId,
      day: batch.request.day,
      status: 'open',
      created_by: batch.createdBy,
      created_at: clock.now().toISOString(),
      reason: batch.request.reason,
      decided_by: null,
      decided_at: null,
      paid_on: null,
      reference: null,
    })
    .execute();
  for (const checked of batch.checked) {
    const name = batch.names.get(checked.payee.charityId) ?? null;
    await insertPayout(tx, { id: newId('pay', random), batch_id: batchId, frozen_charity_name: name }, checked);
  }
  return batchId;
}

async function insertPayout(
  tx: Tx,
  own: Pick<PayoutRow, 'id' | 'batch_id' | 'frozen_charity_name'>,
  checked: CheckedPayee,
): Promise<void> {
  const { payee, received, refunded, donations, account, before, amount } = checked;
  if (!account) throw new TypeError(`a payout to charity ${payee.charityId} has no bank account`);
  await tx
    .insertInto('payouts')
    .values({
      ...own,
      charity_id: payee.charityId,
      currency: payee.currency,
      received_minor: received.amountMinor,
      refunded_minor: refunded.amountMinor,
      donations,
      bank_account_id: account.id,
      from_account_id: null,
    })
    .execute();
  const covered = await coverEntries(tx, own.id, payee, before);
  const isAsChecked =
    isSameMoney(payableAmount(covered), amount) &&
    isSameMoney(covered.received, received) &&
    covered.donations === donations;
  if (!isAsChecked) throw new TransactionConflict(); // entries were copied, or a dispute was opened, since the check
}
