import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuietMoment } from './quiet-moment.ts';

const now = new Date('2026-03-04T12:00:00.000Z');
const from = new Date('2026-03-04T11:00:00.000Z');
const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const since = (seconds: number): Date => new Date(now.getTime() - seconds * 1000 - 1);

describe('the latest quiet moment', () => {
  test.each<[string, readonly Date[], Date]>([
    ['is now if there are no payments', [], now],
    ['is now if the last payment is half a minute old', [since(30)], now],
    ['is before a payment of this second', [now], since(30)],
    ['is before two payments that are close together', [before(10), before(35)], since(65)],
    ['is between two payments that are far apart', [before(10), before(300)], since(40)],
    ['is before a payment that is dated a little ahead', [before(-3)], since(27)],
    ['ignores a payment that is dated far ahead', [before(-120)], now],
  ])('%s', (_fact, times, expected) => {
    expect(findQuietMoment(times, { from, now })).toEqual(expected);
  });

  test('is nearer to payments if they are frequent', () => {
    const every20Seconds = Array.from({ length: 180 }, (_, index) => before(index * 20));
    expect(findQuietMoment(every20Seconds, { from, now })).toEqual(since(5));
  });

  test('does not exist if there is a payment every second', () => {
    const everySecond = Array.from({ length: 3600 }, (_, index) => before(index));
    expect(findQuietMoment(everySecond, { from, now })).toBeUndefined();
  });

  test('is at least two seconds from every payment, and within the period', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -60, max: 3600 }), { maxLength: 100 }), (ages) => {
        const moment = findQuietMoment(ages.map(before), { from, now });
        if (!moment) return;
        expect(moment > from && moment <= now).toBe(true);
        for (const age of ages) expect(Math.abs(before(age).getTime() - moment.getTime())).toBeGreaterThan(2000);
      }),
    );
  });
});
