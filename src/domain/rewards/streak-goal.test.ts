import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { badgeIds, earnedBadges, type BadgeId } from './badges.ts';
import { formatDays, nextBadge, streakGoal } from './streak-goal.ts';

describe('the goal of a streak', () => {
  test.each<[number, number, number]>([
    [0, 3, 0],
    [1, 3, 33.333],
    [2, 3, 66.667],
    [3, 7, 0],
    [4, 7, 25],
    [6, 7, 75],
    [7, 30, 0],
    [8, 30, 4.348],
    [29, 30, 95.652],
    [30, 40, 0],
    [31, 40, 10],
    [39, 40, 90],
    [40, 50, 0],
    [41, 50, 10],
    [99, 100, 90],
    [100, 110, 0],
    [365, 370, 50],
    [1000, 1010, 0],
  ])('of %d days is %d, at %d percent', (streak, goalDays, progressPercent) => {
    const goal = streakGoal(streak);
    expect(goal).toStrictEqual({ goalDays, progressPercent: goal.progressPercent });
    expect(goal.progressPercent).toBeCloseTo(progressPercent, 3);
  });

  test('is above the streak, and the bar is never full or negative', () => {
    for (let streak = 0; streak <= 1000; streak += 1) {
      const { goalDays, progressPercent } = streakGoal(streak);
      expect(goalDays).toBeGreaterThan(streak);
      expect(progressPercent).toBeGreaterThanOrEqual(0);
      expect(progressPercent).toBeLessThan(100);
    }
  });
});

describe('the next badge to unlock', () => {
  test.each<[number, string, string]>([
    [0, '3-Day Streak', 'Donate for 3 consecutive days'],
    [1, '3-Day Streak', 'Donate for 3 consecutive days'],
    [2, '3-Day Streak', 'Donate for 3 consecutive days'],
    [3, 'Week Streak', '4 more days in a row to reach 7'],
    [6, 'Week Streak', '1 more day in a row to reach 7'],
    [7, 'Month Streak', '23 more days in a row to reach 30'],
    [28, 'Month Streak', '2 more days in a row to reach 30'],
    [29, 'Month Streak', '1 more day in a row to reach 30'],
    [30, 'Charity Explorer', 'Donate to 3 different charities'],
    [39, 'Charity Explorer', 'Donate to 3 different charities'],
    [40, 'Charity Explorer', 'Donate to 3 different charities'],
    [41, 'Charity Explorer', 'Donate to 3 different charities'],
  ])('at %d days is %s: %s', (streak, name, hint) => {
    expect(nextBadge(streak, [])).toMatchObject({ name, hint });
  });

  test.each([
    [2, 'three_day_streak'],
    [3, 'week_streak'],
    [7, 'month_streak'],
    [30, 'charity_explorer'],
  ])('at %d days has the id %s', (streak, id) => {
    expect(nextBadge(streak, [])?.id).toBe(id);
  });

  test.each<[number, readonly BadgeId[], string, string]>([
    [0, ['three_day_streak'], 'Week Streak', 'Donate for 7 consecutive days'],
    [1, ['three_day_streak'], 'Week Streak', '6 more days in a row to reach 7'],
    [2, ['three_day_streak', 'week_streak'], 'Month Streak', '28 more days in a row to reach 30'],
    [0, ['three_day_streak', 'week_streak', 'month_streak'], 'Charity Explorer', 'Donate to 3 different charities'],
    [3, ['charity_explorer', 'big_donor'], 'Week Streak', '4 more days in a row to reach 7'],
    [8, ['month_streak', 'charity_explorer'], 'Big Donor', 'Donate over US$100 in total'],
    [30, ['charity_explorer'], 'Big Donor', 'Donate over US$100 in total'],
  ])('at %d days with %j earned is %s: %s', (streak, earned, name, hint) => {
    expect(nextBadge(streak, earned)).toMatchObject({ name, hint });
  });

  test('does not exist after all are earned', () => {
    expect(nextBadge(0, badgeIds)).toBeUndefined();
    expect(nextBadge(30, badgeIds)).toBeUndefined();
  });

  test('is never an earned one, and exists until all are earned', () => {
    const day = fc.nat({ max: 400 });
    fc.assert(
      fc.property(
        day,
        day,
        fc.integer({ min: 1, max: 200_00 }),
        fc.integer({ min: 1, max: 5 }),
        (one, other, cents, charitiesCount) => {
          const [streak, longestStreak] = [Math.min(one, other), Math.max(one, other, 1)];
          const earned = earnedBadges({ longestStreak, total: money(cents, 'USD'), charitiesCount });
          const next = nextBadge(streak, earned);
          expect(next === undefined).toBe(earned.length === badgeIds.length);
          expect(earned).not.toContain(next?.id);
        },
      ),
    );
  });
});

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
  [11, '11 days'],
  [21, '21 days'],
  [1000, '1,000 days'],
])('%d reads %s', (days, label) => {
  expect(formatDays(days)).toBe(label);
});
