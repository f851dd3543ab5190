import type { Clock } from '#server/deps.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that stands at an instant; a weekday noon in UTC when none is given. */
export function fixedClock(instant = '2026-03-04T12:00:00.000Z'): TestClock {
  let now = new Date(instant).getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
