/**
 * The same time of day some months later, in UTC, which is how the provider counts. The 29th to the 31st become the last day of
 * a month that is too short.
 */
export function monthsLater(instant: Date, months: number): Date {
  const later = new Date(instant);
  const day = instant.getUTCDate();
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, lastDay));
  return later;
}
