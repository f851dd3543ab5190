import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

test('never finds the same port twice, even while nothing listens on it', async () => {
  const ports = await Promise.all(Array.from({ length: 2000 }, findFreePort));
  expect(new Set(ports).size).toBe(2000);
});
