import type { EndpointTable } from './endpoint.ts';
import { booksAnswer, refundAnswer, refundRequest } from './money-desk.ts';

/** What the administrator sees of the books, and refunds. */
export const moneyDeskEndpoints = {
  readBooks: {
    method: 'GET',
    path: '/api/admin/books',
    access: 'admin',
    summary: 'The latest comparisons with the payment providers, and what does not fit the books',
    answer: booksAnswer,
    errors: [],
  },
  refundDonation: {
    method: 'POST',
    path: '/api/admin/donations/:id/refund',
    access: 'admin',
    summary: 'Has a donation given back, whole or in part',
    body: refundRequest,
    answer: refundAnswer,
    errors: ['donation_not_found', 'nothing_to_refund', 'refund_under_way', 'invalid_amount'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
