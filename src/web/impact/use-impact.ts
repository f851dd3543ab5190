import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorEndpoints } from '#contract/donor-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';
import { toImpact, type Impact } from './impact.ts';

/** The donor's impact: keyed by the user's id, fresh for a minute, not asked for again on focus (spec 7). */
export function useImpact(): UseQueryResult<Impact> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['impact', user?.id],
    queryFn: async ({ signal }) => toImpact(await callEndpoint(donorEndpoints.getImpact, { signal })),
    enabled: user !== null,
    staleTime: 60_000, // spec 9
    refetchOnWindowFocus: false,
  });
}
