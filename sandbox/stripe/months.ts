/**
 * The moment so many months after another, in seconds and UTC. A day that the month does not have becomes its last one:
 * counted from the same 31 January, one month leads to 28 February and two months to 31 March.
 */
export function monthsAfter(startSeconds: number, months: number): number {
  const start = new Date(startSeconds * 1000);
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), daysInMonth);
  const midnight = Date.UTC(year, month, day) / 1000;
  return midnight + (startSeconds % 86_400);
}
