import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { canBePaidOn, dayProblem, payableBefore } from './payable-before.ts';

const now = new Date('2026-03-20T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
const anyInstant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

describe('donations can be paid', () => {
  test.each([
    ['up to the end of the day', '2026-03-01', 14, '2026-03-02T00:00:00.000Z'],
    ['after their hold, on a later day', '2026-03-20', 14, '2026-03-06T12:00:00.000Z'],
    ['up to now, on the same day without a hold', '2026-03-20', 0, '2026-03-20T12:00:00.000Z'],
  ])('%s', (_when, day, holdDays, before) => {
    expect(payableBefore(day, now, holdDays).toISOString()).toBe(before);
  });

  test('never before their hold ends, and never if they were posted after the day', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, fc.nat({ max: 365 }), (day, instant, holdDays) => {
        const before = payableBefore(utcDay(day), instant, holdDays).getTime();
        expect(before).toBeLessThanOrEqual(instant.getTime() - holdDays * dayMs);
        expect(before).toBeLessThanOrEqual(Date.parse(utcDay(day)) + dayMs);
      }),
    );
  });
});

describe('the transfers of a batch', () => {
  test.each([
    ['2026-03-20T12:00:00.000Z', '2026-03-19', false],
    ['2026-03-20T11:59:59.999Z', '2026-03-19', true],
    ['2026-03-20T11:59:59.999Z', '2026-03-18', false],
    ['2026-03-10T12:00:00.000Z', '2026-03-20', true],
    ['2026-03-10T12:00:00.000Z', '2026-03-21', false],
  ])('created at %s can be made on %s: %s', (createdAt, day, isPossible) => {
    expect(canBePaidOn(day, new Date(createdAt), now)).toBe(isPossible);
  });
});

describe('a payout for a day', () => {
  test.each([
    ['is refused if the day has not come yet', '2026-03-21', undefined, 'future'],
    ['is refused if an earlier payout is for a later day', '2026-03-12', '2026-03-13', 'closed'],
    ['can be the second one for the day', '2026-03-13', '2026-03-13', undefined],
    ['can be the first one', '2026-03-20', undefined, undefined],
  ] as const)('%s', (_case, day, lastDay, problem) => {
    expect(dayProblem(day, now, lastDay)).toBe(problem);
  });
});
