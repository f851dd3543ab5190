import {
  cancelLostPlanResponse,
  cancelLostPlanRequest,
  heldEmailsResponse,
  heldEmailsRequest,
  reviewResponse,
} from '#contract/admin/review/review.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const reviewCalls = {
  getReview: { method: 'GET', path: '/api/admin/review', response: reviewResponse },
  cancelLostPlan: {
    method: 'POST',
    path: '/api/admin/plans/:id/cancel',
    body: cancelLostPlanRequest,
    response: cancelLostPlanResponse,
  },
  endHold: { method: 'POST', path: '/api/admin/held-emails', body: heldEmailsRequest, response: heldEmailsResponse },
} as const satisfies CallTable;
