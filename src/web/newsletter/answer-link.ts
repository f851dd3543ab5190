import { newsletterCalls } from '#contract/calls/newsletter.ts';
import { failureText } from '#web/api-error.ts';
import { ApiError, callEndpoint } from '#web/api.ts';

export type LinkPurpose = 'confirm' | 'unsubscribe';

/** The result of using a mailed link. Trying again can help after `failed`, but not after `invalid`. */
export type LinkOutcome =
  | { readonly code: 'done' | 'invalid' }
  | { readonly code: 'failed'; readonly sentence: string };

const endpoints = {
  confirm: newsletterCalls.confirmSubscription,
  unsubscribe: newsletterCalls.unsubscribe,
} as const;

/** Confirms or ends the subscription that a mailed link belongs to. */
export async function answerLink(purpose: LinkPurpose, token: string): Promise<LinkOutcome> {
  try {
    await callEndpoint(endpoints[purpose], { body: { token } });
    return { code: 'done' };
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 400) return { code: 'invalid' };
    return { code: 'failed', sentence: failureText(problem) };
  }
}
