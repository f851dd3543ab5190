import { approvalCalls } from '#contract/calls/admin/approvals.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const approvalEndpoints = {
  listApprovals: {
    ...approvalCalls.listApprovals,
    access: 'staff',
    summary: 'Requests waiting for a second person that the caller may decide, and those that the caller made',
    errors: [],
  },
  approveRequest: {
    ...approvalCalls.approveRequest,
    access: 'staff',
    onlyInPerson: true,
    summary: 'Approves a request and carries it out; needs the right of its kind',
    errors: ['not_found', 'approval_decided', 'approval_outdated'],
    limitPerMinute: 60,
  },
  declineRequest: {
    ...approvalCalls.declineRequest,
    access: 'staff',
    onlyInPerson: true,
    summary: "Declines a request, or withdraws the caller's own; needs the right of its kind",
    errors: ['not_found', 'approval_decided'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
