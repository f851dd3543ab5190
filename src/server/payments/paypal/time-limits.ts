/** A donor waits at most this long for PayPal, all repetitions included. */
export const wholeMs = 8500;

/** One attempt of several. */
export const attemptMs = 4000;

/** A signal that comes after a time, or with an earlier one. */
export const untilLate = (whole: AbortSignal, milliseconds: number): AbortSignal =>
  AbortSignal.any([whole, AbortSignal.timeout(milliseconds)]);
