import type { CallTable } from '#contract/endpoint.ts';
import { refundAnswer, refundRequest } from '#contract/money-desk.ts';

/** The call that refunds a donation. */
export const moneyDeskCalls = {
  refundDonation: {
    method: 'POST',
    path: '/api/admin/donations/:id/refund',
    body: refundRequest,
    answer: refundAnswer,
  },
} as const satisfies CallTable;
