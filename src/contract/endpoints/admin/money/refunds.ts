import { refundCalls } from '#contract/calls/admin/donations/refunds.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const refundEndpoints = {
  refundDonation: {
    ...refundCalls.refundDonation,
    access: 'refund',
    summary: 'Refunds a donation in full or in part',
    errors: [
      'donation_not_found',
      'nothing_to_refund',
      'refund_under_way',
      'approval_waiting',
      'remaining_changed',
      'refund_conflict',
      'invalid_amount',
    ],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
