import type { CallTable } from '#contract/endpoint.ts';
import { moneyDeskAnswer, refundAnswer, refundRequest } from '#contract/money-desk.ts';

/** The calls of the money desk. */
export const moneyDeskCalls = {
  getMoneyDesk: {
    method: 'GET',
    path: '/api/admin/money',
    answer: moneyDeskAnswer,
  },
  refundDonation: {
    method: 'POST',
    path: '/api/admin/donations/:id/refund',
    body: refundRequest,
    answer: refundAnswer,
  },
} as const satisfies CallTable;
