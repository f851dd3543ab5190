import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BatchResponse, PayoutsResponse, PreviewedPayout } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { callEndpoint } from '#web/api.ts';
import { payoutsKey } from './manage-payouts.ts';

export const usePayouts = (): UseQueryResult<PayoutsResponse> =>
  useQuery({
    queryKey: [...payoutsKey, 'figures'],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getPayouts, { signal }),
    staleTime: 0,
  });

/** Loads the payouts that a batch for a day could contain. */
export const usePreview = (day: string): UseQueryResult<readonly PreviewedPayout[]> =>
  useQuery({
    queryKey: [...payoutsKey, 'preview', day],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.previewPayouts, { query: { day }, signal }),
    staleTime: 0,
  });

export const useBatch = (id: string): UseQueryResult<BatchResponse> =>
  useQuery({
    queryKey: [...payoutsKey, 'batch', id],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getBatch, { params: { id }, signal }),
    staleTime: 0,
  });
