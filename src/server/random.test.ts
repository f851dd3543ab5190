import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';

test('no bytes are handed out twice, however many are drawn', () => {
  const random = systemRandom();
  const drawn = Array.from({ length: 5000 }, () => Buffer.from(random.bytes(16)).toString('hex'));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test.each([0, 1, 9, 16, 4096, 4097, 10_000])('%i bytes are as many as were asked for', (count) => {
  expect(systemRandom().bytes(count)).toHaveLength(count);
});

test('bytes that were handed out stay as they were', () => {
  const random = systemRandom();
  const first = random.bytes(32);
  const copy = Uint8Array.from(first);
  for (let draws = 0; draws < 500; draws += 1) random.bytes(32);
  expect(first).toEqual(copy);
});

test('bytes of a fresh stock are not the zeros that it is wiped with', () => {
  const random = systemRandom();
  random.bytes(4090);
  expect(random.bytes(4000).filter((byte) => byte === 0).length).toBeLessThan(200);
});
