import { fileAnswer, type CallTable } from '#contract/endpoint.ts';
import { reportAnswer, reportQuery } from '#contract/public/report.ts';

/** The yearly impact report, and PDF downloads of it and of receipts. */
export const reportCalls = {
  downloadReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt.pdf',
    answer: fileAnswer,
    file: 'application/pdf',
  },
  downloadImpactReport: {
    method: 'GET',
    path: '/api/impact-report.pdf',
    query: reportQuery,
    answer: fileAnswer,
    file: 'application/pdf',
  },
  getImpactReport: { method: 'GET', path: '/api/impact-report', query: reportQuery, answer: reportAnswer },
} as const satisfies CallTable;
