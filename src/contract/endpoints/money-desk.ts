import { moneyDeskCalls } from '#contract/calls/money-desk.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const moneyDeskEndpoints = {
  getMoneyDesk: {
    ...moneyDeskCalls.getMoneyDesk,
    access: 'readMoney',
    summary: 'The latest reconciliation runs, and what needs review',
    errors: [],
  },
  refundDonation: {
    ...moneyDeskCalls.refundDonation,
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
  cancelLostPlan: {
    ...moneyDeskCalls.cancelLostPlan,
    access: 'resolveReview',
    summary: 'Cancels a monthly donation whose account was lost in a restore',
    errors: ['not_found'],
    limitPerMinute: 60,
  },
  endHold: {
    ...moneyDeskCalls.endHold,
    access: 'resolveReview',
    summary: 'Sends or discards the emails that are held after a restore',
    errors: [],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
