import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { BalancesAnswer, BookMovementRequest } from '#contract/admin/money/balances.ts';
import { balanceCalls } from '#contract/calls/admin/money/balances.ts';
import { callEndpoint } from '#web/api.ts';

export type Movement = BalancesAnswer['movements'][number];

const balancesKey = ['admin', 'balances'] as const;

export const useBalances = (): UseQueryResult<BalancesAnswer> =>
  useQuery({
    queryKey: balancesKey,
    queryFn: ({ signal }) => callEndpoint(balanceCalls.getBalances, { signal }),
    staleTime: 0,
  });

/** Returns a function that books a movement, and loads the list again: someone else may have been faster. */
export function useBookMovement(): (request: BookMovementRequest) => Promise<unknown> {
  const cache = useQueryClient();
  return async (body) => {
    try {
      return await callEndpoint(balanceCalls.bookMovement, { body });
    } finally {
      void cache.invalidateQueries({ queryKey: balancesKey });
    }
  };
}
