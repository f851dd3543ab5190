import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The start of the cache key of the signed-in user. */
export const userKey = ['user'] as const;

/**
 * The cache of server data, with the spec's rules: never stale, no retries, unused entries removed after 5 minutes
 * (spec 9). When a query is refused because the session has ended, the user is fetched again, and private pages close.
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

/** Fetches the user again, after a change or when the session may have ended. */
export const refreshUser = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: userKey });

/** Returns true if a call was refused because no one is signed in. */
export const isSessionOver = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.code === 'sign_in_required';
