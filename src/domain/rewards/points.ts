import type { Run } from './streak.ts';

/** The points that days earn (spec-readings, Rewards). */
export const pointRules = {
  firstDay: 10,
  eachAdditionalDay: 5,
  /** The most that one day earns, without bonuses. */
  dayMax: 50,
  milestones: [
    { day: 3, bonus: 25 },
    { day: 7, bonus: 75 },
    { day: 30, bonus: 300 },
  ],
  /** Earned on day 40, 50, 60 and so on. */
  tenthDayBonus: 50,
} as const;

/** Adds up the points of all streaks, past and current. A day counts once, no matter how many donations it has. */
export const pointsOf = (runs: readonly Run[]): number =>
  runs.reduce((points, { lengthDays }) => points + pointsOfStreak(lengthDays), 0);

function pointsOfStreak(lengthDays: number): number {
  let points = 0;
  for (let day = 1; day <= lengthDays; day += 1) points += pointsOfDay(day) + bonusOnReaching(day);
  return points;
}

/** Returns the points of a day of a streak without bonuses. Days count from 1. */
const pointsOfDay = (day: number): number =>
  Math.min(pointRules.firstDay + pointRules.eachAdditionalDay * (day - 1), pointRules.dayMax);

function bonusOnReaching(day: number): number {
  if (day > lastMilestone.day) return day % 10 === 0 ? pointRules.tenthDayBonus : 0;
  return pointRules.milestones.find((milestone) => milestone.day === day)?.bonus ?? 0;
}

const lastMilestone = pointRules.milestones[2];
