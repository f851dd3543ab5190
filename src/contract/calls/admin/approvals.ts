import { approvalsAnswer, decisionRequest } from '#contract/admin/approvals.ts';
import { doneAnswer } from '#contract/account/session.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The actions that wait for a second person. */
export const approvalCalls = {
  listApprovals: { method: 'GET', path: '/api/admin/approvals', answer: approvalsAnswer },
  approveRequest: {
    method: 'POST',
    path: '/api/admin/approvals/:id/approve',
    body: decisionRequest,
    answer: doneAnswer,
  },
  declineRequest: {
    method: 'POST',
    path: '/api/admin/approvals/:id/decline',
    body: decisionRequest,
    answer: doneAnswer,
  },
} as const satisfies CallTable;
