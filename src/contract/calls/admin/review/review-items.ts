import { resolveItemResponse, resolveItemRequest, reviewItemsResponse } from '#contract/admin/review/review-items.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls that list and resolve the items that need review. */
export const reviewItemCalls = {
  listReviewItems: { method: 'GET', path: '/api/admin/review/items', response: reviewItemsResponse },
  resolveReviewItem: {
    method: 'POST',
    path: '/api/admin/review/items/resolve',
    body: resolveItemRequest,
    response: resolveItemResponse,
  },
} as const satisfies CallTable;
