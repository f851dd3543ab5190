// A separate file, because every page's header needs it and `api.ts` would load the schema library.

/** The content of the server's response to a call that it refused. */
export interface Refusal {
  /** The JSON body's message or error, else the body, else the status text (spec 8; spec-readings, Pages). */
  readonly text: string;
  /** The machine-readable reason, if the server sent one. */
  readonly code: string | undefined;
  /**
   * For the visitor: the server's sentence, else `Server error: {status}`, or `Network error` for an unreadable body (spec 8,
   * Checkout).
   */
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

/**
 * Returns the sentence about a failed call: the server's if there is one, otherwise ours. A response without a sentence is not
 * from our server. It may be the page of a proxy, which is never shown.
 */
export const failureText = (problem: unknown): string =>
  problem instanceof ApiError ? (problem.serverSentence ?? sentenceFor(problem.status)) : noResponse;

function sentenceFor(status: number): string {
  if (status === 413) return "That's too long. Please shorten it and try again.";
  if (status === 429) return 'Too many requests. Please wait a minute and try again.';
  return [502, 503, 504].includes(status) ? noResponse : 'Something went wrong. Please try again.';
}

/** The browser's own message for a broken connection is too technical to show. */
const noResponse = "We couldn't reach the server. Please try again.";
