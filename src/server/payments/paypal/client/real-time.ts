import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The machine's own time, for our waits and for PayPal's signatures: the payment sandbox moves the product's clock, but neither
 * the network nor signatures follow it. Tests replace this clock.
 */
export interface RealTime {
  now(): Date;
  /** Returns a signal that aborts after a time. */
  limit(milliseconds: number): AbortSignal;
  wait(milliseconds: number): Promise<void>;
}

/** The machine's own clock. Limits last `limitFactor` times as long as requested. */
export const realTime = (limitFactor = 1): RealTime => ({
  now: () => new Date(),
  limit: (milliseconds) => AbortSignal.timeout(milliseconds * limitFactor),
  wait: (milliseconds) => sleep(milliseconds),
});
