/** A command to verify one password again and again, `atOnce` times concurrently, until the time is up. */
export interface VerifyCommand {
  readonly passwordHash: string;
  readonly password: string;
  readonly atOnce: number;
  readonly milliseconds: number;
}

export interface VerifyResult {
  readonly done: number;
  readonly elapsedMs: number;
}
