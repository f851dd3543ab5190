import { refundApproval, reviewRefundApproval } from './admin/index.ts';
import { returnApproval } from './payouts/index.ts';
import type { ApprovalHandlers } from './staff/index.ts';

/** The handlers that carry out each kind of request after a second person has approved it. */
export const approvalHandlers: ApprovalHandlers = {
  refund: refundApproval,
  review_refund: reviewRefundApproval,
  payout_return: returnApproval,
};
