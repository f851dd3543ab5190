import { fileResponse, type CallTable } from '#contract/endpoint.ts';
import { reportResponse, reportQuery } from '#contract/public/report.ts';

/** The calls for the yearly impact report, and for the PDF files of the report and of receipts. */
export const reportCalls = {
  downloadReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt.pdf',
    response: fileResponse,
    file: 'application/pdf',
  },
  downloadImpactReport: {
    method: 'GET',
    path: '/api/impact-report.pdf',
    query: reportQuery,
    response: fileResponse,
    file: 'application/pdf',
  },
  getImpactReport: { method: 'GET', path: '/api/impact-report', query: reportQuery, response: reportResponse },
} as const satisfies CallTable;
