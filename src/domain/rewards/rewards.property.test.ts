import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { dayNumber } from './day-number.ts';
import { rewardsOf, type RewardedDonation, type Rewards } from './rewards.ts';
import { runsOf } from './streak.ts';

const firstDayMs = Date.UTC(2027, 10, 15); // the days span New Year and a leap day
const day = fc.nat({ max: 119 }).map((later) => new Date(firstDayMs + later * 86_400_000).toISOString().slice(0, 10));
const donation: fc.Arbitrary<RewardedDonation> = fc.record({
  donatedOn: day,
  amount: fc.integer({ min: 1, max: 60_00 }).map((amountMinor) => money(amountMinor, 'USD')),
  charityId: fc.integer({ min: 5, max: 9 }),
});
const donations = fc.oneof(
  fc.array(donation, { maxLength: 6 }),
  fc.array(donation, { minLength: 30, maxLength: 60 }),
  fc.array(donation, { minLength: 200, maxLength: 400 }), // enough for long streaks
);

describe('for all donations', () => {
  test('their order does not matter', () => {
    fc.assert(
      fc.property(
        donations.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        day,
        ([given, shuffled], today) => {
          expect(rewardsOf(shuffled, today)).toStrictEqual(rewardsOf(given, today));
        },
      ),
    );
  });

  test('more donations on the same days change neither streak nor points', () => {
    fc.assert(
      fc.property(donations, fc.infiniteStream(fc.nat({ max: 3 })), day, (given, times, today) => {
        const repeated = given.flatMap((each) => Array.from({ length: 1 + times.next().value }, () => each));
        const { streak, points } = rewardsOf(repeated, today);
        expect({ streak, points }).toStrictEqual(streakAndPoints(rewardsOf(given, today)));
      }),
    );
  });

  test('the points match those of a day-by-day walk through the calendar', () => {
    fc.assert(
      fc.property(donations, day, (given, today) => {
        expect(rewardsOf(given, today).points).toBe(walkedPoints(new Set(given.map(({ donatedOn }) => donatedOn))));
      }),
    );
  });

  test('points and badges do not depend on today', () => {
    fc.assert(
      fc.property(donations, day, day, (given, today, later) => {
        const { points, badges } = rewardsOf(given, today);
        expect(rewardsOf(given, later)).toMatchObject({ points, badges });
      }),
    );
  });
});

describe('one more donation', () => {
  test('never removes a badge', () => {
    fc.assert(
      fc.property(donations, donation, day, (given, added, today) => {
        const kept = new Set(rewardsOf([...given, added], today).badges);
        expect(rewardsOf(given, today).badges.filter((id) => !kept.has(id))).toStrictEqual([]);
      }),
    );
  });

  test('never lowers the points, unless it joins two streaks of 30 days or more', () => {
    fc.assert(
      fc.property(donations, donation, day, (given, added, today) => {
        fc.pre(!joinsTwoMonths(given, added));
        expect(rewardsOf([...given, added], today).points).toBeGreaterThanOrEqual(rewardsOf(given, today).points);
      }),
    );
  });

  test('on or after the last day never lowers the points', () => {
    fc.assert(
      fc.property(donations, donation, day, (given, added, today) => {
        const before = given.filter(({ donatedOn }) => donatedOn <= added.donatedOn);
        expect(rewardsOf([...before, added], today).points).toBeGreaterThanOrEqual(rewardsOf(before, today).points);
      }),
    );
  });
});

describe('late and reversed donations', () => {
  test('a donation settled or claimed late counts as if it had been recorded on time', () => {
    fc.assert(
      fc.property(donations, donation, day, (given, late, today) => {
        const onTime = [...given, late].toSorted(
          (left, right) => dayNumber(left.donatedOn) - dayNumber(right.donatedOn),
        );
        expect(rewardsOf([...given, late], today)).toStrictEqual(rewardsOf(onTime, today));
      }),
    );
  });

  test('refunded donations count as if they had never been made', () => {
    fc.assert(
      fc.property(donations, fc.array(donation, { maxLength: 60 }), day, (given, refunded, today) => {
        const emptied = refunded.map((each) => ({ ...each, amount: money(0, 'USD') }));
        expect(rewardsOf([...emptied, ...given], today)).toStrictEqual(rewardsOf(given, today));
      }),
    );
  });
});

const streakAndPoints = ({ streak, points }: Rewards): Pick<Rewards, 'streak' | 'points'> => ({ streak, points });

function joinsTwoMonths(given: readonly RewardedDonation[], { donatedOn }: RewardedDonation): boolean {
  const number = dayNumber(donatedOn);
  const neighbors = runsOf(given.map((each) => each.donatedOn)).filter(
    ({ firstDayNumber, lengthDays }) => firstDayNumber + lengthDays === number || firstDayNumber === number + 1,
  );
  return neighbors.length === 2 && neighbors.every(({ lengthDays }) => lengthDays >= 30);
}

/** Computes the points by a slow walk over the calendar of these tests. */
function walkedPoints(given: ReadonlySet<string>): number {
  let points = 0;
  let dayOfStreak = 0;
  for (let later = 0; later < 120; later += 1) {
    dayOfStreak = given.has(new Date(firstDayMs + later * 86_400_000).toISOString().slice(0, 10)) ? dayOfStreak + 1 : 0;
    if (dayOfStreak === 0) continue;
    points += dayOfStreak < 9 ? 5 + 5 * dayOfStreak : 50;
    if (dayOfStreak === 3) points += 25;
    if (dayOfStreak === 7) points += 75;
    if (dayOfStreak === 30) points += 300;
    if ([40, 50, 60, 70, 80, 90, 100, 110, 120].includes(dayOfStreak)) points += 50;
  }
  return points;
}
