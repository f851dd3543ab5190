import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The machine's own time, for our waits and for PayPal's signatures: the payment sandbox moves the product's clock, but neither
 * the network nor signatures follow it. Tests replace it.
 */
export interface RealTime {
  now(): Date;
  /** Aborts after a time. */
  limit(milliseconds: number): AbortSignal;
  wait(milliseconds: number): Promise<void>;
}

export const realTime: RealTime = {
  now: () => new Date(),
  limit: (milliseconds) => AbortSignal.timeout(milliseconds),
  wait: (milliseconds) => sleep(milliseconds),
};
