/** A reason not to go on whose message is one clear sentence for the person at the terminal: shown alone, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The `code` of a system error (`EADDRINUSE`, `ENOENT`), or undefined for anything else. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
