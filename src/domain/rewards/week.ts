import { civilDayOf, dayNumber } from './day-number.ts';

/** One day of the week that the rewards page shows. */
export interface WeekDay {
  /** Civil day, YYYY-MM-DD. */
  readonly day: string;
  readonly hasDonation: boolean;
}

/** The seven days up to today, oldest first. Each day with a donation is marked, in the current streak or not. */
export function weekUpTo(today: string, daysWithDonation: Iterable<string>): readonly WeekDay[] {
  const given = new Set(daysWithDonation);
  const todayNumber = dayNumber(today);
  return Array.from({ length: 7 }, (_, index) => {
    const day = civilDayOf(todayNumber - 6 + index);
    return { day, hasDonation: given.has(day) };
  });
}
