import type { CallTable } from '#contract/endpoint.ts';
import { refundResponse, refundRequest } from '#contract/admin/donations/refunds.ts';

export const refundCalls = {
  refundDonation: {
    method: 'POST',
    path: '/api/admin/donations/:id/refund',
    body: refundRequest,
    response: refundResponse,
  },
} as const satisfies CallTable;
