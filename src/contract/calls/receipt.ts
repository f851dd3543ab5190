import type { CallTable } from '#contract/endpoint.ts';
import { confirmResponse, receiptResponse } from '#contract/receipt.ts';

/** The calls after a payment. Separate from `donationCalls`, so that the donate page does not load their schemas. */
export const receiptCalls = {
  getReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt',
    response: receiptResponse,
  },
  confirmDonation: {
    method: 'POST',
    path: '/api/donations/:id/confirm',
    response: confirmResponse,
  },
} as const satisfies CallTable;
