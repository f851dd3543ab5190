import type { PayoutReturn } from '#contract/admin/money/payout-returns.ts';
import type { ReturnProblem } from '#domain/payout/return-problem.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { requestApproval, type StaffMember } from '#server/staff/index.ts';
import { amountOf } from '../batches/read-batches.ts';
import { payoutLock } from '../payout-lock.ts';
import { findPayout } from '../statement/payout-entries.ts';
import { findReturnProblem } from './find-return-problem.ts';
import type { WaitingReturn } from './return-approval.ts';

export type RequestedReturn = { readonly code: 'requested' | 'already_waiting' | 'not_found' | ReturnProblem };

/** Asks a second person to record that the bank returned a payout's transfer. Its amount can then be paid again. */
export function requestReturn(
  deps: Deps,
  requester: StaffMember,
  payoutId: string,
  { reason, ...returned }: PayoutReturn & { readonly reason: string },
): Promise<RequestedReturn> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async () => {
      const payout = await findPayout(tx, payoutId);
      if (!payout) return { code: 'not_found' };
      const problem = await findReturnProblem(deps, tx, payout, returned.returnedOn);
      if (problem) return { code: problem };
      const amount = amountOf(payout);
      const payload: WaitingReturn = { ...returned, ...amount, charityName: payout.charity_name };
      const subject = { kind: 'payout', id: payoutId } as const;
      const { code } = await requestApproval(deps, tx, { kind: 'payout_return', subject, payload, reason, requester });
      return { code };
    }),
  );
}
