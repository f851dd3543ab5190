import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { TeamResponse } from '#contract/admin/team.ts';
import { teamCalls } from '#contract/calls/admin/team.ts';
import { callEndpoint } from '#web/api.ts';

const teamKey = ['admin', 'team'] as const;

export const useTeam = (): UseQueryResult<TeamResponse> =>
  useQuery({
    queryKey: teamKey,
    queryFn: ({ signal }) => callEndpoint(teamCalls.getTeam, { signal }),
    staleTime: 0,
  });

/** Returns a function that reloads the team, and the reader's own role, which may have changed. */
export function useReloadTeam(): () => void {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: teamKey });
    void cache.invalidateQueries({ queryKey: ['staff'] });
  };
}
