import { useInfiniteQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { CharityAnswer } from '#contract/admin/bank-accounts.ts';
import type { BatchAnswer, PayoutsAnswer, PreviewedPayout } from '#contract/admin/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/payouts.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { callEndpoint, callForPage } from '#web/api.ts';
import { useHasRight, useStaff } from '../use-staff.ts';

const key = ['admin', 'payouts'] as const;

export const usePayouts = (): UseQueryResult<PayoutsAnswer> =>
  useQuery({
    queryKey: [...key, 'figures'],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getPayouts, { signal }),
    staleTime: 0,
  });

/** What a batch for a day could have. */
export const usePreview = (day: string): UseQueryResult<readonly PreviewedPayout[]> =>
  useQuery({
    queryKey: [...key, 'preview', day],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.previewPayouts, { query: { day }, signal }),
    staleTime: 0,
  });

export const useBatch = (id: string): UseQueryResult<BatchAnswer> =>
  useQuery({
    queryKey: [...key, 'batch', id],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getBatch, { params: { id }, signal }),
    staleTime: 0,
  });

/** Waits until the reader is known to have the right, because the page needs the name before it shows its content. */
export function useCharity(id: string): UseQueryResult<CharityAnswer> {
  const mayRead = useHasRight('readMoney');
  return useQuery({
    queryKey: [...key, 'charity', id],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.getCharity, { params: { id }, signal }),
    enabled: mayRead,
    staleTime: 0,
  });
}

export const useBatches = () =>
  useInfiniteQuery({
    queryKey: [...key, 'batches'],
    queryFn: async ({ pageParam, signal }) => {
      const { answer, headers } = await callForPage(payoutCalls.listBatches, { query: queryOf(pageParam), signal });
      return { rows: answer, nextCursor: headers.get(nextCursorHeader) ?? undefined };
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

/** What a payout covers, page by page. */
export const useEntries = (payoutId: string) =>
  useInfiniteQuery({
    queryKey: [...key, 'entries', payoutId],
    queryFn: async ({ pageParam, signal }) => {
      const params = { id: payoutId };
      const input = { params, query: queryOf(pageParam), signal };
      const { answer, headers } = await callForPage(payoutCalls.listPayoutEntries, input);
      return { rows: answer, nextCursor: headers.get(nextCursorHeader) ?? undefined };
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const firstPage = '';

const queryOf = (cursor: string): Readonly<Record<string, string>> => (cursor === firstPage ? {} : { cursor });

/** Loads everything about payouts again, after something has changed. */
export function useReloadPayouts(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: key });
}

/** Whether the signed-in member of the team may change anything here. */
export const useMayManagePayouts = (): boolean => useStaff().data?.rights.includes('managePayouts') === true;
