import { checkoutSentences } from '#contract/checkout.ts';
import { ApiError, UnexpectedAnswerError } from '#web/api.ts';

/**
 * The sentence for a checkout that failed (spec 8, Checkout): the server's own, else its status, `Network error` for a
 * refusal that cannot be read, and a general one when no answer came in time.
 */
export function describeProblem(problem: unknown): string {
  if (problem instanceof ApiError) return problem.sentence;
  if (problem instanceof UnexpectedAnswerError) return 'No checkout URL received from server';
  return checkoutSentences.providerUnavailable;
}
