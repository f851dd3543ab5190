import { resolveItemAnswer, resolveItemRequest, reviewItemsAnswer } from '#contract/admin/review/review-items.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The items that need review, and the call that resolves them. */
export const reviewItemCalls = {
  listReviewItems: { method: 'GET', path: '/api/admin/review/items', answer: reviewItemsAnswer },
  resolveReviewItem: {
    method: 'POST',
    path: '/api/admin/review/items/resolve',
    body: resolveItemRequest,
    answer: resolveItemAnswer,
  },
} as const satisfies CallTable;
