import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { reviewCalls } from '#contract/calls/admin/review/review.ts';
import type { HeldEmailsRequest, ReviewResponse } from '#contract/admin/review/review.ts';
import { callEndpoint } from '#web/api.ts';

const reviewKey = ['admin', 'review'] as const;

/** Loads what needs review, and the latest reconciliation runs. */
export const useReview = (): UseQueryResult<ReviewResponse> =>
  useQuery({
    queryKey: reviewKey,
    queryFn: ({ signal }) => callEndpoint(reviewCalls.getReview, { signal }),
    staleTime: 0,
  });

/** Returns a function that sends or discards the held emails, then reloads the page. */
export function useEndHold(): (request: HeldEmailsRequest) => Promise<unknown> {
  const reload = useReload();
  return async (body) => callEndpoint(reviewCalls.endHold, { body }).then(reload);
}

/** Returns a function that requests the cancellation of a monthly donation without an account, then reloads the page. */
export function useCancelLostPlan(): (id: string, reason: string) => Promise<unknown> {
  const reload = useReload();
  return async (id, reason) =>
    callEndpoint(reviewCalls.cancelLostPlan, { params: { id }, body: { reason } }).then(reload);
}

function useReload(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: reviewKey });
}
