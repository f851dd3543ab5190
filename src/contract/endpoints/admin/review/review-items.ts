import { reviewItemCalls } from '#contract/calls/admin/review/review-items.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const reviewItemEndpoints = {
  listReviewItems: {
    ...reviewItemCalls.listReviewItems,
    access: 'readMoney',
    summary: 'What needs review: quarantined messages by payment, disputes, dead jobs and differences',
    errors: [],
  },
  resolveReviewItem: {
    ...reviewItemCalls.resolveReviewItem,
    access: 'resolveReview',
    summary: 'Resolves an item: records or refunds a payment, runs a job again, or marks the item as resolved',
    errors: ['not_found', 'already_resolved', 'action_not_offered', 'still_differs', 'provider_unavailable'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
