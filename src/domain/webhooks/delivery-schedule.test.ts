import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptsMax, shouldSwitchOff, nextAttemptAt, restsUntil } from './delivery-schedule.ts';

const start = new Date('2026-11-24T00:00:00.000Z');
const hourMs = 60 * 60 * 1000;
const after = (ms: number): Date => new Date(start.getTime() + ms);

test('a delivery is attempted ten times in a little more than three days', () => {
  const times = [start];
  for (let failed = 1; ; failed += 1) {
    const next = nextAttemptAt(failed, times.at(-1) ?? start);
    if (!next) break;
    times.push(next);
  }
  expect(times.map((time) => (time.getTime() - start.getTime()) / 60_000)).toEqual([
    0, 1, 6, 36, 156, 456, 1056, 1896, 3096, 4536,
  ]);
  expect(times).toHaveLength(attemptsMax);
});

test('an endpoint is switched off after three days of failures', () => {
  expect(shouldSwitchOff(start, after(72 * hourMs - 1))).toBe(false);
  expect(shouldSwitchOff(start, after(72 * hourMs))).toBe(true);
});

test('an endpoint first rests after a minute of failures, then longer and longer, but never more than an hour', () => {
  expect(restsUntil(start, after(59_999))).toBeUndefined();
  expect(restsUntil(start, after(60_000))).toEqual(after(75_000));
  expect(restsUntil(start, after(4 * hourMs))).toEqual(after(5 * hourMs));
  expect(restsUntil(start, after(48 * hourMs))).toEqual(after(49 * hourMs));
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 100 * hourMs }), (failingMs) => {
      const restMs = (restsUntil(start, after(failingMs))?.getTime() ?? 0) - after(failingMs).getTime();
      expect(restMs).toBeGreaterThan(0);
      expect(restMs).toBeLessThanOrEqual(hourMs);
    }),
  );
});
