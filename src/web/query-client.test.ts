import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

test('cached responses are never stale, and are removed 5 minutes after their last use', () => {
  expect(createQueryClient().getDefaultOptions()).toEqual({
    queries: {
      staleTime: Infinity,
      gcTime: 300_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  });
});

test('a failed query is not retried', async () => {
  let reads = 0;
  const fails = async (): Promise<never> => {
    reads += 1;
    throw new Error('no connection');
  };
  await expect(createQueryClient().query({ queryKey: ['snacks'], queryFn: fails })).rejects.toThrow('no connection');
  expect(reads).toBe(1);
});
