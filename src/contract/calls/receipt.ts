import type { CallTable } from '#contract/endpoint.ts';
import { confirmAnswer, receiptAnswer } from '#contract/receipt.ts';

/** The calls after a payment. They are separate from `donationCalls`, so that the donate page does not load their schemas. */
export const receiptCalls = {
  getReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt',
    answer: receiptAnswer,
  },
  confirmDonation: {
    method: 'POST',
    path: '/api/donations/:id/confirm',
    answer: confirmAnswer,
  },
} as const satisfies CallTable;
