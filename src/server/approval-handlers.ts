import { refundApproval, reviewRefundApproval } from './admin/index.ts';
import { returnApproval } from './payouts/index.ts';
import type { ApprovalHandlers } from './staff/index.ts';

/** Carries out each kind of request once a second person has approved it. */
export const approvalHandlers: ApprovalHandlers = {
  refund: refundApproval,
  review_refund: reviewRefundApproval,
  payout_return: returnApproval,
};
