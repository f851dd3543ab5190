import { auditLogAnswer, auditLogExportQuery, auditLogQuery } from '#contract/admin/audit-log.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** The audit log. */
export const auditLogCalls = {
  searchAuditLog: { method: 'GET', path: '/api/admin/audit-log', query: auditLogQuery, answer: auditLogAnswer },
  exportAuditLog: {
    method: 'GET',
    path: '/api/admin/audit-log.csv',
    query: auditLogExportQuery,
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
