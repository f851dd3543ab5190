import { fileAnswer, type EndpointTable } from './endpoint.ts';

/** Documents to keep: the receipt of a gift and the report of a year. */
export const reportEndpoints = {
  downloadReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt.pdf',
    access: 'public',
    summary: 'The receipt of a paid donation as a document, for whoever may see the receipt',
    answer: fileAnswer,
    file: 'application/pdf',
    errors: ['donation_not_found'],
    limitPerMinute: 120,
  },
  downloadImpactReport: {
    method: 'GET',
    path: '/api/impact-report.pdf',
    access: 'public',
    summary: "Last year's impact report as a document",
    answer: fileAnswer,
    file: 'application/pdf',
    errors: [],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
