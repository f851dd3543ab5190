import type { Clock } from '#server/deps.ts';

/** A clock that moves only when a test advances it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** Creates a clock that stands still at an instant, by default noon of a weekday in UTC. */
export function fixedClock(instant = '2026-03-04T12:00:00.000Z'): TestClock {
  let now = new Date(instant).getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
