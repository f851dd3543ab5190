const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The delays before the second and each later attempt; together a little more than three days. */
const delaysMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
] as const;

/** The number of automatic attempts. */
export const attemptsMax = delaysMs.length + 1;

/** When the next attempt is due, given the number of failed ones. Undefined after the last attempt. */
export function nextAttemptAt(failedAttempts: number, now: Date): Date | undefined {
  const delayMs = delaysMs[failedAttempts - 1];
  return delayMs === undefined ? undefined : new Date(now.getTime() + delayMs);
}

/** Returns true if an endpoint has been failing for so long that we stop sending to it. */
export const shouldSwitchOff = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMaxMs;

const failingMaxMs = 3 * dayMs;

/**
 * When an endpoint may be used again after a failed attempt. A failing endpoint rests, so that it does not hold up the others
 * when it hangs: for a quarter of the time it has been failing, up to an hour. Undefined in its first minute of failures, when
 * it does not rest.
 */
export function restsUntil(failingSince: Date, now: Date): Date | undefined {
  const failingMs = now.getTime() - failingSince.getTime();
  return failingMs < minuteMs ? undefined : new Date(now.getTime() + Math.min(hourMs, failingMs / 4));
}
