const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Real time between attempts; the last one repeats. */
export const defaultRetryDelaysMs: readonly number[] = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
];

/** Sandbox time after which an event that nobody took is given up. */
export const giveUpAfterSeconds = 3 * 24 * 3600;

/** How long to wait after that many failed attempts. */
export function retryDelayMs(attempts: number, delaysMs: readonly number[]): number {
  return delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? hour;
}
