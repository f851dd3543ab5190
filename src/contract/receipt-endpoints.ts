import type { EndpointTable } from './endpoint.ts';
import { confirmAnswer, receiptAnswer } from './receipt.ts';

/** The calls after a payment: the receipt, and whether the money is there. The page where gifts are chosen needs neither. */
export const receiptEndpoints = {
  getReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt',
    access: 'public',
    summary: 'The public receipt of a paid donation',
    answer: receiptAnswer,
    errors: ['donation_not_found'],
  },
  confirmDonation: {
    method: 'POST',
    path: '/api/donations/:id/confirm',
    access: 'public',
    summary: 'Where a payment stands; asks the provider when it is still open',
    answer: confirmAnswer,
    errors: ['donation_not_found'],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
