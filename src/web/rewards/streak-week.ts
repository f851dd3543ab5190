/** One of the last seven days. */
export interface StreakDay {
  /** `Mon`; unique within a week. */
  readonly name: string;
  readonly isToday: boolean;
  /** Whether the streak goes through it. */
  readonly isGiven: boolean;
}

/**
 * The last seven days, today last, with those marked that the streak goes through. A streak ends today or yesterday
 * (rulings, Rewards): `gaveToday` says which. `today` is read in the donor's own time zone.
 */
export function streakWeek(streak: number, gaveToday: boolean, today: Date): readonly StreakDay[] {
  const daysSinceLast = gaveToday ? 0 : 1;
  return Array.from({ length: 7 }, (_, index) => {
    const daysAgo = 6 - index;
    return {
      name: dayBefore(today, daysAgo).toLocaleDateString('en-US', { weekday: 'short' }),
      isToday: daysAgo === 0,
      isGiven: daysAgo >= daysSinceLast && daysAgo < daysSinceLast + streak,
    };
  });
}

/** Whether two instants lie on the same day in the donor's own time zone. */
export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** At noon, so that a change of clocks moves nothing to another day. */
const dayBefore = (today: Date, days: number): Date =>
  new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12);
