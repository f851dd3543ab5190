import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminWordsResponse } from '#contract/admin/words.ts';
import { wordsCalls } from '#contract/calls/admin/words.ts';
import { callEndpoint } from '#web/api.ts';

const wordsKey = ['admin', 'words'] as const;

export const useAdminWords = (): UseQueryResult<AdminWordsResponse> =>
  useQuery({
    queryKey: wordsKey,
    queryFn: ({ signal }) => callEndpoint(wordsCalls.getAdminWords, { signal }),
    staleTime: 0,
  });

export function useReloadWords(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: wordsKey });
}
