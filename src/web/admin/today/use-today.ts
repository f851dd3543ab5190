import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { MoneyInResponse, MoneyInUnit, TodayResponse } from '#contract/admin/today.ts';
import { todayCalls } from '#contract/calls/admin/today.ts';
import { callEndpoint } from '#web/api.ts';

export const useToday = (): UseQueryResult<TodayResponse> =>
  useQuery({
    queryKey: ['admin', 'today'],
    queryFn: ({ signal }) => callEndpoint(todayCalls.getToday, { signal }),
    staleTime: 0,
  });

/** Loads the money that came in, by day or by month. */
export const useMoneyIn = (unit: MoneyInUnit): UseQueryResult<MoneyInResponse> =>
  useQuery({
    queryKey: ['admin', 'money-in', unit],
    queryFn: ({ signal }) => callEndpoint(todayCalls.getMoneyIn, { query: { by: unit }, signal }),
    staleTime: 0,
  });
