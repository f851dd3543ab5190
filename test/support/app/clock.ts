import type { Clock } from '#server/deps.ts';

/** A clock that a test moves. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock fixed at an instant, by default a weekday noon in UTC. */
export function fixedClock(instant = '2026-03-04T12:00:00.000Z'): TestClock {
  let now = new Date(instant).getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
