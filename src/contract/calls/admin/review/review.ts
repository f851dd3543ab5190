import {
  cancelLostPlanAnswer,
  cancelLostPlanRequest,
  heldEmailsAnswer,
  heldEmailsRequest,
  reviewAnswer,
} from '#contract/admin/review/review.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const reviewCalls = {
  getReview: { method: 'GET', path: '/api/admin/review', answer: reviewAnswer },
  cancelLostPlan: {
    method: 'POST',
    path: '/api/admin/plans/:id/cancel',
    body: cancelLostPlanRequest,
    answer: cancelLostPlanAnswer,
  },
  endHold: { method: 'POST', path: '/api/admin/held-emails', body: heldEmailsRequest, answer: heldEmailsAnswer },
} as const satisfies CallTable;
