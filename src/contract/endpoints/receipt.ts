import { receiptCalls } from '#contract/calls/receipt.ts';
import { reportCalls } from '#contract/calls/public/report.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const receiptEndpoints = {
  getReceipt: {
    ...receiptCalls.getReceipt,
    access: 'public',
    summary: 'The public receipt of a donation',
    errors: ['donation_not_found'],
  },
  confirmDonation: {
    ...receiptCalls.confirmDonation,
    access: 'public',
    summary: 'The status of a payment; asks the provider while the payment is open',
    errors: ['donation_not_found'],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;

export const reportEndpoints = {
  downloadReceipt: {
    ...reportCalls.downloadReceipt,
    access: 'public',
    summary: 'The receipt of a donation as a PDF, for anyone who may see the receipt',
    errors: ['donation_not_found', 'unavailable'],
    limitPerMinute: 120,
  },
  downloadImpactReport: {
    ...reportCalls.downloadImpactReport,
    access: 'public',
    summary: 'The illustrative impact report as a PDF, or a yearly report from the books',
    hasEntityTag: true,
    errors: ['not_found', 'unavailable'],
    limitPerMinute: 60,
  },
  getImpactReport: {
    ...reportCalls.getImpactReport,
    access: 'public',
    summary:
      'What the impact report shows: the illustrative example, or a year that the books cover; at most a minute old',
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
