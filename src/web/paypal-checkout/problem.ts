import { paypalSentences } from '#contract/paypal.ts';
import { ApiError } from '#web/api.ts';

/** An error from PayPal's script, with PayPal's message. */
export class PayPalProblem extends Error {
  override readonly name = 'PayPalProblem';
}

/** The text to show: the server's sentence, PayPal's message, or that PayPal could not be reached (spec 8, PayPal). */
export function describeProblem(problem: unknown): string {
  if (problem instanceof ApiError) return problem.serverSentence ?? paypalSentences.unavailable;
  if (problem instanceof PayPalProblem && problem.message !== '') {
    return `PayPal reported a problem: ${problem.message}`;
  }
  return paypalSentences.unavailable;
}

export const toPayPalProblem = (problem: unknown): PayPalProblem =>
  new PayPalProblem(problem instanceof Error ? problem.message : '', { cause: problem });
