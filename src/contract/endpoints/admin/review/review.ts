import { reviewCalls } from '#contract/calls/admin/review/review.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const reviewEndpoints = {
  getReview: {
    ...reviewCalls.getReview,
    access: 'readMoney',
    summary: 'What needs review, and the latest reconciliation runs',
    errors: [],
  },
  cancelLostPlan: {
    ...reviewCalls.cancelLostPlan,
    access: 'resolveReview',
    summary: 'Cancels a monthly donation whose account was lost in a restore',
    errors: ['not_found'],
    limitPerMinute: 60,
  },
  endHold: {
    ...reviewCalls.endHold,
    access: 'resolveReview',
    summary: 'Sends or discards the emails that are held after a restore',
    errors: [],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
