import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { BalancesResponse, BookMovementRequest } from '#contract/admin/money/balances.ts';
import { balanceCalls } from '#contract/calls/admin/money/balances.ts';
import { callEndpoint } from '#web/api.ts';

export type Movement = BalancesResponse['movements'][number];

const balancesKey = ['admin', 'balances'] as const;

export const useBalances = (): UseQueryResult<BalancesResponse> =>
  useQuery({
    queryKey: balancesKey,
    queryFn: ({ signal }) => callEndpoint(balanceCalls.getBalances, { signal }),
    staleTime: 0,
  });

/** Returns a function that books a movement and reloads the balances. */
export function useBookMovement(): (request: BookMovementRequest) => Promise<void> {
  const cache = useQueryClient();
  return async (body) => {
    await callEndpoint(balanceCalls.bookMovement, { body });
    void cache.invalidateQueries({ queryKey: balancesKey });
  };
}
