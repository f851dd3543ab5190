import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { ratesCalls } from '#contract/calls/admin/rates.ts';
import { callEndpoint } from '#web/api.ts';

const ratesKey = ['admin', 'rates'] as const;

export const useAdminRates = (): UseQueryResult<AdminRatesResponse> =>
  useQuery({
    queryKey: ratesKey,
    queryFn: ({ signal }) => callEndpoint(ratesCalls.getAdminRates, { signal }),
    staleTime: 0,
  });

/** Returns a function that reloads the rates, and what Today says about them. */
export function useReloadRates(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: ['admin', 'today'] });
    await cache.invalidateQueries({ queryKey: ratesKey });
  };
}
