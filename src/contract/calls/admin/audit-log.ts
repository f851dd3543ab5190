import { auditLogResponse, auditLogExportQuery, auditLogQuery } from '#contract/admin/audit-log.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';

/** The calls of the audit log. */
export const auditLogCalls = {
  searchAuditLog: { method: 'GET', path: '/api/admin/audit-log', query: auditLogQuery, response: auditLogResponse },
  exportAuditLog: {
    method: 'GET',
    path: '/api/admin/audit-log.csv',
    query: auditLogExportQuery,
    response: fileResponse,
    file: 'text/csv',
  },
} as const satisfies CallTable;
