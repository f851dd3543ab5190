import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

test('answers are kept as the spec says: never stale, asked for once, gone 5 minutes after their last use', () => {
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

test('a read that fails is not tried again', async () => {
  let reads = 0;
  const fails = async (): Promise<never> => {
    reads += 1;
    throw new Error('the server is away');
  };
  await expect(createQueryClient().query({ queryKey: ['snacks'], queryFn: fails })).rejects.toThrow('away');
  expect(reads).toBe(1);
});
