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

/** Returns the time of the next attempt after a number of failed ones; undefined after the last attempt. */
export function nextAttemptAt(failedAttempts: number, now: Date): Date | undefined {
  const delayMs = delaysMs[failedAttempts - 1];
  return delayMs === undefined ? undefined : new Date(now.getTime() + delayMs);
}

/** Returns true if an endpoint has been failing for so long that we stop sending to it. */
export const shouldSwitchOff = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMaxMs;

const failingMaxMs = 3 * dayMs;

/**
 * Returns the time from which an endpoint may be used again after a failed attempt. A failing endpoint rests for a quarter of the
 * time for which it has been failing, up to an hour, so that it does not hold up others if it hangs. Returns undefined in the
 * first minute of failures, because the endpoint does not rest then.
 */
export function restsUntil(failingSince: Date, now: Date): Date | undefined {
  const failingMs = now.getTime() - failingSince.getTime();
  return failingMs < minuteMs ? undefined : new Date(now.getTime() + Math.min(hourMs, failingMs / 4));
}
