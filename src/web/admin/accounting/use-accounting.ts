import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { MonthsResponse, TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { accountingCalls } from '#contract/calls/admin/money/accounting.ts';
import { callEndpoint } from '#web/api.ts';

/** Loads the balances at the end of a day, or of today if no day is given. */
export const useTrialBalance = (day: string | undefined): UseQueryResult<TrialBalanceResponse> =>
  useQuery({
    queryKey: ['admin', 'trial-balance', day],
    queryFn: ({ signal }) =>
      callEndpoint(accountingCalls.getTrialBalance, { query: day === undefined ? {} : { day }, signal }),
    staleTime: 0,
  });

export const monthsKey = ['admin', 'months'];

export const useMonths = (): UseQueryResult<MonthsResponse> =>
  useQuery({
    queryKey: monthsKey,
    queryFn: ({ signal }) => callEndpoint(accountingCalls.listMonths, { signal }),
    staleTime: 0,
  });
