import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { badgeCatalogue, badgeIds, earnedBadges, type BadgeId, type Achievements } from './badges.ts';

const achievements = (change: Partial<Achievements> = {}): Achievements => ({
  longestStreak: 1,
  total: money(500, 'USD'),
  charitiesCount: 1,
  ...change,
});

describe('earned badges', () => {
  test.each<[string, Achievements, readonly BadgeId[]]>([
    ['without donations: none', achievements({ longestStreak: 0, total: money(0, 'USD'), charitiesCount: 0 }), []],
    ['by a first donation', achievements(), ['first_donation']],
    ['by 2 days: no more', achievements({ longestStreak: 2 }), ['first_donation']],
    ['by 3 days', achievements({ longestStreak: 3 }), ['first_donation', 'three_day_streak']],
    ['by 6 days: no more', achievements({ longestStreak: 6 }), ['first_donation', 'three_day_streak']],
    ['by 7 days', achievements({ longestStreak: 7 }), ['first_donation', 'three_day_streak', 'week_streak']],
    ['by 29 days: no more', achievements({ longestStreak: 29 }), ['first_donation', 'three_day_streak', 'week_streak']],
    [
      'by 30 days',
      achievements({ longestStreak: 30 }),
      ['first_donation', 'three_day_streak', 'week_streak', 'month_streak'],
    ],
    ['by $99.99: no more', achievements({ total: money(99_99, 'USD') }), ['first_donation']],
    ['by $100.00: no more', achievements({ total: money(100_00, 'USD') }), ['first_donation']],
    ['by $100.01', achievements({ total: money(100_01, 'USD') }), ['first_donation', 'big_donor']],
    ['by 2 charities: no more', achievements({ charitiesCount: 2 }), ['first_donation']],
    ['by 3 charities', achievements({ charitiesCount: 3 }), ['first_donation', 'charity_explorer']],
    ['by 5 charities', achievements({ charitiesCount: 5 }), ['first_donation', 'charity_explorer']],
    [
      'by all achievements: all',
      achievements({ longestStreak: 365, total: money(9_999_99, 'USD'), charitiesCount: 4 }),
      badgeIds,
    ],
  ])('%s', (_fact, achieved, expected) => {
    expect(earnedBadges(achieved)).toStrictEqual(expected);
  });
});

describe('the catalogue', () => {
  test("has the specification's names and descriptions", () => {
    expect(badgeIds.map((id) => [id, badgeCatalogue[id].name, badgeCatalogue[id].description])).toStrictEqual([
      ['first_donation', 'First Donation', 'Made your first donation'],
      ['three_day_streak', '3-Day Streak', 'Donated 3 days in a row'],
      ['week_streak', 'Week Streak', 'Donated every day for a week'],
      ['month_streak', 'Month Streak', 'Donated every day for a month'],
      ['big_donor', 'Big Donor', 'Donated over $100 in total'],
      ['charity_explorer', 'Charity Explorer', 'Donated to at least 3 different charities'],
    ]);
  });

  test.each(badgeIds)('%s is listed under its own id', (id) => {
    expect(badgeCatalogue[id].id).toBe(id);
  });

  test.each(badgeIds)('%s has its own picture', (id) => {
    const { icon } = badgeCatalogue[id];
    expect(existsSync(new URL(`../../../public/badges/${icon}`, import.meta.url))).toBe(true);
    expect(badgeIds.filter((other) => badgeCatalogue[other].icon === icon)).toStrictEqual([id]);
  });
});
