import { approvalsResponse, decisionRequest } from '#contract/admin/approvals.ts';
import { doneResponse } from '#contract/account/session.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for actions that wait for a second person. */
export const approvalCalls = {
  listApprovals: { method: 'GET', path: '/api/admin/approvals', response: approvalsResponse },
  approveRequest: {
    method: 'POST',
    path: '/api/admin/approvals/:id/approve',
    body: decisionRequest,
    response: doneResponse,
  },
  declineRequest: {
    method: 'POST',
    path: '/api/admin/approvals/:id/decline',
    body: decisionRequest,
    response: doneResponse,
  },
} as const satisfies CallTable;
