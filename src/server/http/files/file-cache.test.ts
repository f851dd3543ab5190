import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

const fileOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');

test('the least recently used file makes room', () => {
  const cache = createFileCache(30);
  for (const key of ['a', 'b', 'c']) cache.set(key, fileOf(10));
  cache.get('a');
  cache.set('d', fileOf(10));
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
});

test('a file that is larger than the cache is not stored, and the others stay', () => {
  const cache = createFileCache(30);
  cache.set('small', fileOf(10));
  cache.set('large', fileOf(31));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('small')).toHaveLength(10);
});

test('the sum of the files never exceeds the limit, and the latest one is always stored if it fits', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const write = fc.record({ key: fc.constantFrom(...keys), bytes: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(write), (writes) => {
      const cache = createFileCache(30);
      for (const { key, bytes } of writes) {
        cache.set(key, fileOf(bytes));
        const stored = keys.map((name) => cache.get(name)?.length ?? 0);
        expect(stored.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(30);
        expect(cache.get(key)?.length).toBe(bytes <= 30 ? bytes : undefined);
      }
    }),
  );
});
