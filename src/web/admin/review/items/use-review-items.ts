import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ResolveItemResponse, ResolveItemRequest, ReviewItem } from '#contract/admin/review/review-items.ts';
import { reviewItemCalls } from '#contract/calls/admin/review/review-items.ts';
import { callEndpoint } from '#web/api.ts';

/** Starts with the key of the page's other data, so that reloading that data reloads the items too. */
const itemsKey = ['admin', 'review', 'items'] as const;

/** Loads the items that need review. */
export const useReviewItems = (): UseQueryResult<ReviewItem[]> =>
  useQuery({
    queryKey: itemsKey,
    queryFn: ({ signal }) => callEndpoint(reviewItemCalls.listReviewItems, { signal }),
    staleTime: 0,
  });

/** Returns a function that resolves an item and reloads the list. */
export function useResolveItem(): (request: ResolveItemRequest) => Promise<ResolveItemResponse> {
  const cache = useQueryClient();
  return async (body) => {
    const response = await callEndpoint(reviewItemCalls.resolveReviewItem, { body });
    void cache.invalidateQueries({ queryKey: itemsKey });
    return response;
  };
}
