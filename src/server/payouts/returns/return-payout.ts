import type { PayoutReturn } from '#contract/admin/money/payout-returns.ts';
import { payoutReturnPostings } from '#domain/ledger/postings.ts';
import { startOfDay } from '#domain/ledger/ledger-days.ts';
import type { Tx } from '#server/db/database.ts';
import type { PayoutRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { amountOf } from '../batches/read-batches.ts';
import { releaseEntries } from '../payable.ts';

interface ApprovedReturn extends PayoutReturn {
  readonly reason: string;
  readonly requester: { readonly id: string; readonly username: string };
  readonly approver: Exclude<Actor, 'system'>;
}

/**
 * Records that the bank returned a payout's transfer, with its ledger entries and who reported it. The entries that the payout
 * covered are stored separately, and the next batch can pay them.
 */
export async function returnPayout(
  deps: Deps,
  tx: Tx,
  payout: PayoutRow,
  { returnedOn, bankReason, reference, reason, requester, approver }: ApprovedReturn,
): Promise<void> {
  await tx
    .insertInto('payout_returns')
    .values({
      payout_id: payout.id,
      returned_on: returnedOn,
      bank_reason: bankReason,
      reference,
      requested_by: requester.id,
      approved_by: approver.id,
      recorded_at: deps.clock.now().toISOString(),
    })
    .execute();
  await keepEntries(tx, payout.id);
  await releaseEntries(tx, [payout.id]);
  await postEntries(deps, tx, {
    cause: `payout_return:${payout.id}`,
    intentId: null,
    occurredAt: startOfDay(returnedOn),
    postings: payoutReturnPostings(payout.charity_id, amountOf(payout)),
  });
  await recordAction(deps, tx, {
    actor: approver,
    action: 'payout_returned',
    subject: { kind: 'payout', id: payout.id },
    before: { status: 'paid' },
    after: { status: 'returned', returnedOn, bankReason, reference, requestedBy: requester.username },
    reason,
  });
}

/** Stores the entries that the payout covered, because its statement and the donations' timelines still show them. */
const keepEntries = (tx: Tx, payoutId: string): Promise<unknown> =>
  tx
    .insertInto('returned_entries')
    .columns(['transaction_id', 'line', 'payout_id', 'posted_at'])
    .expression((e) =>
      e
        .selectFrom('payable_entries')
        .select(['transaction_id', 'line', e.val(payoutId).as('payout_id'), 'posted_at'])
        .where('payout_id', '=', payoutId),
    )
    .execute();
