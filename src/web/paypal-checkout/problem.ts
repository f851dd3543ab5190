import { paypalSentences } from '#contract/paypal.ts';
import { ApiError } from '#web/api.ts';

/** Something that PayPal's script reported; its message is PayPal's own. */
export class PayPalProblem extends Error {
  override readonly name = 'PayPalProblem';
}

/** What a person is told of a problem: the server's sentence, PayPal's own words, or that PayPal could not be reached (spec 8, PayPal). */
export function describeProblem(problem: unknown): string {
  if (problem instanceof ApiError) return problem.sentence;
  if (problem instanceof PayPalProblem && problem.message !== '') {
    return `PayPal reported a problem: ${problem.message}`;
  }
  return paypalSentences.unavailable;
}

/** A problem of PayPal's script as one of ours. */
export const toPayPalProblem = (problem: unknown): PayPalProblem =>
  new PayPalProblem(problem instanceof Error ? problem.message : '', { cause: problem });
