import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BatchAnswer, PayoutsAnswer, PreviewedPayout } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { callEndpoint } from '#web/api.ts';
import { payoutsKey } from './manage-payouts.ts';

export const usePayouts = (): UseQueryResult<PayoutsAnswer> =>
  useQuery({
    queryKey: [...payoutsKey, 'figures'],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getPayouts, { signal }),
    staleTime: 0,
  });

/** The payouts that a batch for a day could have. */
export const usePreview = (day: string): UseQueryResult<readonly PreviewedPayout[]> =>
  useQuery({
    queryKey: [...payoutsKey, 'preview', day],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.previewPayouts, { query: { day }, signal }),
    staleTime: 0,
  });

export const useBatch = (id: string): UseQueryResult<BatchAnswer> =>
  useQuery({
    queryKey: [...payoutsKey, 'batch', id],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getBatch, { params: { id }, signal }),
    staleTime: 0,
  });
