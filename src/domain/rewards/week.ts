import { calendarDayOf, dayNumber } from './day-number.ts';

/** One day of the week that the rewards page shows. */
export interface WeekDay {
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  readonly hasDonation: boolean;
}

/** The seven days up to today, oldest first. Every day with a donation is marked, even outside the current streak. */
export function weekUpTo(today: string, daysWithDonation: Iterable<string>): readonly WeekDay[] {
  const donationDays = new Set(daysWithDonation);
  const todayNumber = dayNumber(today);
  return Array.from({ length: 7 }, (_, index) => {
    const day = calendarDayOf(todayNumber - 6 + index);
    return { day, hasDonation: donationDays.has(day) };
  });
}
