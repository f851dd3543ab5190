import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Where the cache keeps who is signed in. */
export const userKey = ['user'] as const;

/**
 * The cache of server data, with the spec's rules: never stale by itself, no retries, unused entries leave after 5 minutes
 * (spec 9). When an answer says that nobody is signed in any more, the user is asked for anew, and private pages close.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (problem) => void (isSessionOver(problem) && refreshUser(client)) }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

/** Has the user read anew: something about them has changed, or the session may be over. */
export const refreshUser = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: userKey });

/** Whether a call was refused because nobody is signed in. */
export const isSessionOver = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.code === 'sign_in_required';
