import { expect, test } from 'vitest';
import { restartDelayMs } from './restart-delay.ts';

const minuteMs = 60_000;

test.each([
  ['its first end', [0], 0, 1000],
  ['its third within a minute', [0, 20_000, 40_000], 40_000, 4000],
  ['its twentieth', Array.from({ length: 20 }, (_none, index) => index), 19, minuteMs],
  ['an end long after the others', [0, 1, 2, 11 * minuteMs], 11 * minuteMs, 1000],
])('after %s, a worker is replaced with the right delay', (_which, endedAt, now, delayMs) => {
  expect(restartDelayMs(endedAt, now)).toBe(delayMs);
});
