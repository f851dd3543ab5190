import { auditLogCalls } from '#contract/calls/admin/audit-log.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const auditLogEndpoints = {
  searchAuditLog: {
    ...auditLogCalls.searchAuditLog,
    access: 'readAuditLog',
    summary: 'What staff did, newest first',
    errors: [],
  },
  exportAuditLog: {
    ...auditLogCalls.exportAuditLog,
    access: 'readAuditLog',
    summary: 'The same entries as a table, without pages',
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
