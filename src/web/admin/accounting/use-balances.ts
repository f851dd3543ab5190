import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BalancesAnswer } from '#contract/admin/balances.ts';
import { balanceCalls } from '#contract/calls/admin/balances.ts';
import { callEndpoint } from '#web/api.ts';

export const useBalances = (): UseQueryResult<BalancesAnswer> =>
  useQuery({
    queryKey: ['admin', 'balances'],
    queryFn: ({ signal }) => callEndpoint(balanceCalls.getBalances, { signal }),
    staleTime: 0,
  });
