import { hasRight, type Right, type StaffRole } from './rights.ts';

/**
 * The kinds of requests that can need a second person. Each feature adds its kinds to this list.
 * - `refund`: a refund of a donation
 * - `review_refund`: a refund of a quarantined payment, which is not a donation
 * - `payout_return`: the record of a payout whose transfer the bank returned, which makes its amount payable again
 */
export const approvalKinds = ['refund', 'review_refund', 'payout_return'] as const;

export type ApprovalKind = (typeof approvalKinds)[number];

/** Someone who wants to approve a request, with their current role. */
export interface Approver {
  readonly id: string;
  readonly role: StaffRole | null;
}

/**
 * The verdict on a person who wants to approve a request. `waiver`: an Owner may approve their own request, because no one else
 * can. `own_request`: someone else has to approve it. `forbidden`: their role does not allow it.
 */
export type ApproverVerdict = 'second_person' | 'waiver' | 'own_request' | 'forbidden';

/** Judges an approver. `othersWithRight` is the number of others on the team with the right. */
export function judgeApprover(
  approver: Approver,
  request: { readonly requestedBy: string; readonly right: Right },
  othersWithRight: number,
): ApproverVerdict {
  if (!hasRight(approver.role, request.right)) return 'forbidden';
  if (approver.id !== request.requestedBy) return 'second_person';
  return approver.role === 'owner' && othersWithRight === 0 ? 'waiver' : 'own_request';
}
