/** One password to verify again and again, some at once, until the time is over. */
export interface VerifyOrder {
  readonly passwordHash: string;
  readonly password: string;
  readonly atOnce: number;
  readonly milliseconds: number;
}

/** How many verifications were done, and how long that took. */
export interface VerifyResult {
  readonly done: number;
  readonly elapsedMs: number;
}
