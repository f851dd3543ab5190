// A separate file, because every page's header needs it and `api.ts` would load the schema library.

/** What the server said when it refused a call. */
export interface Refusal {
  /** The JSON body's message or error, else the body, else the status text (spec 8; spec-readings, Pages). */
  readonly text: string;
  /** Machine-readable reason, if the server sent one. */
  readonly code: string | undefined;
  /** For the visitor: the server's sentence, else `Server error: {status}`, or `Network error` for an unreadable body (spec 8, Checkout). */
  readonly sentence: string;
  /** The server's own sentence, if it sent one. */
  readonly serverSentence: string | undefined;
}

/** The server refused a call. The message is `{status}: {text}` (spec 8, Shared rule). */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly sentence: string;
  readonly serverSentence: string | undefined;

  constructor(status: number, refusal: Refusal) {
    super(`${status}: ${refusal.text}`);
    this.status = status;
    this.text = refusal.text;
    this.code = refusal.code;
    this.sentence = refusal.sentence;
    this.serverSentence = refusal.serverSentence;
  }
}

/** What a toast says about a failed call: the refusal without its status, or our own sentence when no answer came. */
export const failureText = (problem: unknown): string => (problem instanceof ApiError ? problem.text : noAnswer);

/** The browser's own message for a broken connection is too technical to show. */
export const noAnswer = "We couldn't reach the server. Please try again.";
