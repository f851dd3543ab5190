import { resolveItemResponse, resolveItemRequest, reviewItemsResponse } from '#contract/admin/review/review-items.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The items that need review, and the call that resolves them. */
export const reviewItemCalls = {
  listReviewItems: { method: 'GET', path: '/api/admin/review/items', response: reviewItemsResponse },
  resolveReviewItem: {
    method: 'POST',
    path: '/api/admin/review/items/resolve',
    body: resolveItemRequest,
    response: resolveItemResponse,
  },
} as const satisfies CallTable;
