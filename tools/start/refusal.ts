/** An expected failure. Its message says what is wrong in a clear sentence, and is printed without a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The `code` of a system error such as `EADDRINUSE`; undefined for anything else. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
