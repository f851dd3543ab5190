import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ResolveItemAnswer, ResolveItemRequest, ReviewItem } from '#contract/admin/review/review-items.ts';
import { reviewItemCalls } from '#contract/calls/admin/review/review-items.ts';
import { callEndpoint } from '#web/api.ts';

/** Below the key of the page's other data, so that both are loaded again together. */
const itemsKey = ['admin', 'review', 'items'] as const;

/** What needs review. */
export const useReviewItems = (): UseQueryResult<ReviewItem[]> =>
  useQuery({
    queryKey: itemsKey,
    queryFn: ({ signal }) => callEndpoint(reviewItemCalls.listReviewItems, { signal }),
    staleTime: 0,
  });

/** Returns a function that ends an item, and loads the list again. */
export function useResolveItem(): (request: ResolveItemRequest) => Promise<ResolveItemAnswer> {
  const cache = useQueryClient();
  return async (body) => {
    const answer = await callEndpoint(reviewItemCalls.resolveReviewItem, { body });
    void cache.invalidateQueries({ queryKey: itemsKey });
    return answer;
  };
}
