import { approvalHandlers } from '#server/approval-handlers.ts';
import type { Deps } from '#server/deps.ts';
import { approve, findWaitingApproval, type StaffMember } from '#server/staff/index.ts';

/** Approves the return of a payout as a member of the team with an account. */
export async function approveReturn(
  deps: Deps,
  payoutId: string,
  actor: StaffMember,
): Promise<Awaited<ReturnType<typeof approve>>> {
  const waiting = await findWaitingApproval(deps.db.read, 'payout_return', payoutId);
  return approve(deps, approvalHandlers, { approvalId: waiting?.id ?? 'none', actor, reason: 'Checked' });
}
