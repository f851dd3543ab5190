import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ApiToken } from '#contract/admin/tokens.ts';
import { tokenCalls } from '#contract/calls/admin/tokens.ts';
import { callEndpoint } from '#web/api.ts';

const tokensKey = ['admin', 'tokens'] as const;

export const useTokens = (): UseQueryResult<ApiToken[]> =>
  useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => callEndpoint(tokenCalls.listTokens, { signal }),
    staleTime: 0,
  });

/** Returns a function that reloads the tokens. */
export function useReloadTokens(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: tokensKey });
}
