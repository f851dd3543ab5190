import type { CallTable } from '#contract/endpoint.ts';
import {
  cancelLostPlanAnswer,
  heldEmailsAnswer,
  heldEmailsRequest,
  moneyDeskAnswer,
  refundAnswer,
  refundRequest,
} from '#contract/money-desk.ts';

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
  cancelLostPlan: {
    method: 'POST',
    path: '/api/admin/plans/:id/cancel',
    answer: cancelLostPlanAnswer,
  },
  endHold: {
    method: 'POST',
    path: '/api/admin/held-emails',
    body: heldEmailsRequest,
    answer: heldEmailsAnswer,
  },
} as const satisfies CallTable;
