import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** PDF downloads: a donation's receipt and the yearly impact report. */
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
    answer: fileAnswer,
    file: 'application/pdf',
  },
} as const satisfies CallTable;
