/** Adds calendar months in UTC, as the provider does. The 29th to 31st become the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const later = new Date(instant);
  const day = instant.getUTCDate();
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, lastDay));
  return later;
}
