/** Formats a date in the visitor's time zone: `Nov 21, 2026` (spec 9, Dates). */
export const formatDay = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** Formats a date and time in the visitor's time zone: `Nov 21, 2026, 2:05 PM`. */
export const formatMoment = (instant: Date): string =>
  instant.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a calendar day, YYYY-MM-DD: `Nov 21, 2026`. */
export const formatCalendarDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }); // a day without a time is UTC

/** Formats a calendar month, YYYY-MM: `November 2026`. */
export const formatCalendarMonth = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });
