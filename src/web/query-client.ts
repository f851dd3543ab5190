import { QueryClient } from '@tanstack/react-query';

/** The cache of server data, with the spec's rules: never stale by itself, no retries, unused entries leave after 5 minutes (spec 9). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
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
