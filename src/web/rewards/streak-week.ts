export interface StreakDay {
  /** `Mon`; unique within a week. */
  readonly name: string;
  readonly isToday: boolean;
  readonly isInStreak: boolean;
}

/**
 * The last seven days, today last, with the days of the streak marked. A streak ends today or yesterday (spec-readings,
 * Rewards); `gaveToday` says which. `today` is in the browser's time zone.
 */
export function streakWeek(streak: number, gaveToday: boolean, today: Date): readonly StreakDay[] {
  const daysSinceLast = gaveToday ? 0 : 1;
  return Array.from({ length: 7 }, (_, index) => {
    const daysAgo = 6 - index;
    return {
      name: dayBefore(today, daysAgo).toLocaleDateString('en-US', { weekday: 'short' }),
      isToday: daysAgo === 0,
      isInStreak: daysAgo >= daysSinceLast && daysAgo < daysSinceLast + streak,
    };
  });
}

/** Whether two instants are on the same day in the browser's time zone. */
export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** At noon, so that a clock change cannot shift the day. */
const dayBefore = (today: Date, days: number): Date =>
  new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12);
