import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { reviewCalls } from '#contract/calls/admin/review.ts';
import type { ReviewAnswer } from '#contract/admin/review.ts';
import { callEndpoint } from '#web/api.ts';

const reviewKey = ['admin', 'review'] as const;

/** What needs review, and the latest reconciliation runs. */
export const useReview = (): UseQueryResult<ReviewAnswer> =>
  useQuery({
    queryKey: reviewKey,
    queryFn: ({ signal }) => callEndpoint(reviewCalls.getReview, { signal }),
    staleTime: 0,
  });

/** Sends or discards the held emails, then reloads the page. */
export function useEndHold(): UseMutationResult<unknown, Error, 'send' | 'discard'> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (decision) => callEndpoint(reviewCalls.endHold, { body: { decision } }),
    onSettled: () => cache.invalidateQueries({ queryKey: reviewKey }),
  });
}

/** Requests the cancellation of a monthly donation without an account, then reloads the page. */
export function useCancelLostPlan(): UseMutationResult<unknown, Error, string> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id) => callEndpoint(reviewCalls.cancelLostPlan, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: reviewKey }),
  });
}
