import type { RealTime } from '#server/payments/index.ts';

/** A time that passes only when a test calls `pass`, or when the product waits. */
export interface TestTime extends RealTime {
  /** Advances the time, and aborts every limit that is then due. */
  pass(milliseconds: number): void;
  /** Called whenever the product waits. */
  onWait: () => Promise<unknown>;
}

/** Creates a time that stands still at an instant. */
export function testTime(instant = '2026-03-04T12:00:05Z'): TestTime {
  let now = Date.parse(instant);
  const limits = new Map<AbortController, number>();
  const time: TestTime = {
    now: () => new Date(now),
    limit: (milliseconds) => {
      const controller = new AbortController();
      limits.set(controller, now + milliseconds);
      return controller.signal;
    },
    wait: async (milliseconds) => {
      time.pass(milliseconds);
      await time.onWait();
    },
    onWait: async () => undefined,
    pass: (milliseconds) => {
      now += milliseconds;
      for (const [controller, dueAt] of limits) {
        if (dueAt > now) continue;
        limits.delete(controller);
        controller.abort();
      }
    },
  };
  return time;
}
