import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { badgeCatalogue } from './badges.ts';
import { displayRewards, rewardsOf, type RewardedDonation, type Rewards } from './rewards.ts';

const aDonation = (donatedOn: string, amountMinor = 500, charityId = 7): RewardedDonation => ({
  donatedOn,
  amount: money(amountMinor, 'USD'),
  charityId,
});

/** Returns the streak, the points and the badges. */
function earnedBy(donations: readonly RewardedDonation[], today: string): Omit<Rewards, 'week'> {
  const { week: _week, ...earned } = rewardsOf(donations, today);
  return earned;
}

describe('rewards of donations', () => {
  test('are empty before the first one', () => {
    expect(earnedBy([], '2026-03-10')).toStrictEqual({ streak: 0, points: 0, badges: [] });
  });

  test('are 1 day, 10 points and a badge for the first one', () => {
    expect(earnedBy([aDonation('2026-03-10')], '2026-03-10')).toStrictEqual({
      streak: 1,
      points: 10,
      badges: ['first_donation'],
    });
  });

  test('keep points and badges after the streak ends', () => {
    const donations = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => aDonation(day));
    expect(earnedBy(donations, '2026-03-10')).toStrictEqual({
      streak: 0,
      points: 70,
      badges: ['first_donation', 'three_day_streak'],
    });
  });

  test('gain badges, but no points, from more donations on one day', () => {
    const donations = [5, 6, 7].map((charityId) => aDonation('2026-03-10', 40_00, charityId));
    expect(earnedBy(donations, '2026-03-10')).toStrictEqual({
      streak: 1,
      points: 10,
      badges: ['first_donation', 'big_donor', 'charity_explorer'],
    });
  });
});

describe('a reversed donation', () => {
  const donations = [
    aDonation('2026-03-08', 40_00, 5),
    aDonation('2026-03-09', 40_00, 6),
    aDonation('2026-03-10', 20_01, 7),
  ];

  test('loses its day, amount and charity if it is fully reversed', () => {
    const refunded = donations.with(1, aDonation('2026-03-09', 0, 6));
    expect(earnedBy(donations, '2026-03-10')).toStrictEqual({
      streak: 3,
      points: 70,
      badges: ['first_donation', 'three_day_streak', 'big_donor', 'charity_explorer'],
    });
    expect(earnedBy(refunded, '2026-03-10')).toStrictEqual({ streak: 1, points: 20, badges: ['first_donation'] });
  });

  test('keeps its day and charity if it is partly reversed', () => {
    const refunded = donations.with(1, aDonation('2026-03-09', 39_99, 6));
    expect(earnedBy(refunded, '2026-03-10')).toStrictEqual({
      streak: 3,
      points: 70,
      badges: ['first_donation', 'three_day_streak', 'charity_explorer'],
    });
  });

  test('leaves the week if it is fully reversed, and stays in the week if it is partly reversed', () => {
    const marked = (amountMinor: number): readonly string[] =>
      rewardsOf(donations.with(1, aDonation('2026-03-09', amountMinor, 6)), '2026-03-10')
        .week.filter(({ hasDonation }) => hasDonation)
        .map(({ day }) => day);
    expect(marked(0)).toEqual(['2026-03-08', '2026-03-10']);
    expect(marked(1)).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
  });

  test('keeps its day if another donation of that day remains', () => {
    const refunded = [...donations, aDonation('2026-03-09', 0, 6)];
    expect(rewardsOf(refunded, '2026-03-10')).toStrictEqual(rewardsOf(donations, '2026-03-10'));
  });
});

test('donations count in the base currency only', () => {
  const foreign = { ...aDonation('2026-03-10'), amount: money(500, 'CAD') };
  expect(() => rewardsOf([foreign], '2026-03-10')).toThrow(TypeError);
});

describe('the page shows', () => {
  test('streak, points, goal, next badge and the badges earned', () => {
    expect(displayRewards({ streak: 5, points: 135, badges: ['first_donation', 'big_donor'], week: [] })).toStrictEqual(
      {
        streakLabel: '5 days',
        points: 135,
        goal: { goalDays: 7, progressPercent: 50 },
        nextBadge: { id: 'week_streak', name: 'Week Streak', hint: '2 more days in a row to reach 7' },
        badges: [badgeCatalogue.first_donation, badgeCatalogue.big_donor],
      },
    );
  });

  test('how to earn the first badge if none is earned', () => {
    expect(displayRewards({ streak: 0, points: 0, badges: [], week: [] })).toStrictEqual({
      streakLabel: '0 days',
      points: 0,
      goal: { goalDays: 3, progressPercent: 0 },
      nextBadge: { id: 'three_day_streak', name: '3-Day Streak', hint: 'Donate for 3 consecutive days' },
      badges: [],
    });
  });
});
