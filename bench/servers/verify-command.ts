/** A command to verify one password again and again, `concurrency` times in parallel, until the time is up. */
export interface VerifyCommand {
  readonly passwordHash: string;
  readonly password: string;
  readonly concurrency: number;
  readonly milliseconds: number;
}

export interface VerifyResult {
  readonly done: number;
  readonly elapsedMs: number;
}
