import { calendarDayOf, dayNumber } from './day-number.ts';

/** A day of the week on the rewards page. */
export interface WeekDay {
  /** Calendar day, YYYY-MM-DD. */
  readonly day: string;
  readonly hasDonation: boolean;
}

/** Returns the seven days up to today, oldest first. Marks every day with a donation, even outside the current streak. */
export function weekUpTo(today: string, daysWithDonation: Iterable<string>): readonly WeekDay[] {
  const donationDays = new Set(daysWithDonation);
  const todayNumber = dayNumber(today);
  return Array.from({ length: 7 }, (_, index) => {
    const day = calendarDayOf(todayNumber - 6 + index);
    return { day, hasDonation: donationDays.has(day) };
  });
}
