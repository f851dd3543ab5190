import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

test('gives no port twice, although nothing listens on it yet', async () => {
  const ports = await Promise.all(Array.from({ length: 2000 }, findFreePort));
  expect(new Set(ports).size).toBe(2000);
});
