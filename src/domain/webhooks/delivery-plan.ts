const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The pauses before the second and each further attempt; together a little more than three days. */
const pausesMs = [
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
export const attemptsMax = pausesMs.length + 1;

/** When the next attempt is due after a number of failed ones; undefined after the last one. */
export function nextAttemptAt(failedAttempts: number, now: Date): Date | undefined {
  const pauseMs = pausesMs[failedAttempts - 1];
  return pauseMs === undefined ? undefined : new Date(now.getTime() + pauseMs);
}

/** Whether an endpoint has failed for so long that nothing more is sent to it. */
export const shouldSwitchOff = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= failingMaxMs;

const failingMaxMs = 3 * dayMs;

/**
 * When an endpoint may be used again after a failed attempt. It rests so that an endpoint that hangs does not hold up the others:
 * not at all in its first minute of failures, and then for a quarter of the time for which it has failed, at most an hour.
 */
export function restEnd(failingSince: Date, now: Date): Date | undefined {
  const failingMs = now.getTime() - failingSince.getTime();
  return failingMs < minuteMs ? undefined : new Date(now.getTime() + Math.min(hourMs, failingMs / 4));
}
