import { baseCurrency } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';

/** The badges in the order in which they are shown (spec 3, Badge catalogue). */
export const badgeIds = [
  'first_donation',
  'three_day_streak',
  'week_streak',
  'month_streak',
  'big_donor',
  'charity_explorer',
] as const;

export type BadgeId = (typeof badgeIds)[number];

/** A badge. `icon` is a file name in `public/badges`. */
export interface Badge {
  readonly id: BadgeId;
  readonly icon: string;
  readonly name: string;
  readonly description: string;
}

export const badgeCatalogue: { readonly [Id in BadgeId]: Badge & { readonly id: Id } } = {
  first_donation: {
    id: 'first_donation',
    icon: 'first-donation.svg',
    name: 'First Donation',
    description: 'Made your first donation',
  },
  three_day_streak: {
    id: 'three_day_streak',
    icon: 'three-day-streak.svg',
    name: '3-Day Streak',
    description: 'Donated 3 days in a row',
  },
  week_streak: {
    id: 'week_streak',
    icon: 'week-streak.svg',
    name: 'Week Streak',
    description: 'Donated every day for a week',
  },
  month_streak: {
    id: 'month_streak',
    icon: 'month-streak.svg',
    name: 'Month Streak',
    description: 'Donated every day for a month',
  },
  big_donor: {
    id: 'big_donor',
    icon: 'big-donor.svg',
    name: 'Big Donor',
    description: 'Donated over $100 in total',
  },
  charity_explorer: {
    id: 'charity_explorer',
    icon: 'charity-explorer.svg',
    name: 'Charity Explorer',
    description: 'Donated to at least 3 different charities',
  },
};

/** The achievements on which badges depend. */
export interface Achievements {
  /** The longest streak ever, in days; 0 without donations. */
  readonly longestStreak: number;
  /** The sum of all donations, without fees, in the base currency. */
  readonly total: Money;
  readonly charitiesCount: number;
}

/** Returns the earned badges in the catalogue's order. A streak's badge outlasts the streak, because the longest one decides. */
export const earnedBadges = (achievements: Achievements): readonly BadgeId[] =>
  badgeIds.filter((id) => isEarned[id](achievements));

/** The amount above which a donor earns Big Donor (spec-readings, Rewards). */
const bigDonorAbove: Money = money(100_00, baseCurrency);

const isEarned: Record<BadgeId, (achievements: Achievements) => boolean> = {
  first_donation: ({ longestStreak }) => longestStreak >= 1, // the first donation starts a streak
  three_day_streak: ({ longestStreak }) => longestStreak >= 3,
  week_streak: ({ longestStreak }) => longestStreak >= 7,
  month_streak: ({ longestStreak }) => longestStreak >= 30, // spec 9: a month is 30 days
  big_donor: ({ total }) => total.amountMinor > bigDonorAbove.amountMinor,
  charity_explorer: ({ charitiesCount }) => charitiesCount >= 3,
};
