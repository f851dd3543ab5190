import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorCalls } from '#contract/calls/donor.ts';
import type { ImpactMonthsResponse } from '#contract/donor.ts';
import type { CharityMonth } from '#domain/impact/periods.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';
import { toDollars } from './use-impact.ts';

/** A donor's donations by month and charity. */
export interface ImpactMonths {
  /** YYYY-MM. */
  readonly currentMonth: string;
  readonly donations: readonly CharityMonth[];
}

export function useImpactMonths(): UseQueryResult<ImpactMonths> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['impact', user?.id, 'months'],
    queryFn: async ({ signal }) => toImpactMonths(await callEndpoint(donorCalls.getImpactMonths, { signal })),
    enabled: user !== null,
    staleTime: 60_000, // as long as the totals beside it
    refetchOnWindowFocus: false,
  });
}

const toImpactMonths = ({ currentMonth, months }: ImpactMonthsResponse): ImpactMonths => ({
  currentMonth,
  donations: months.map(({ amount, mealsProvided, ...month }) => ({
    ...month,
    amount: toDollars(amount),
    meals: mealsProvided,
  })),
});
