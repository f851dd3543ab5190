import { newsletterEndpoints } from '#contract/newsletter-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { sentenceOf } from '#web/ui/tell-refusal.ts';

/** What the links in the newsletter's mails are for. */
export type LinkPurpose = 'confirm' | 'unsubscribe';

/** What became of a link: `done`, `invalid` when it will not work at a second try either, `failed` with what a person is told. */
export type LinkOutcome =
  | { readonly code: 'done' | 'invalid' }
  | { readonly code: 'failed'; readonly sentence: string };

const endpoints = {
  confirm: newsletterEndpoints.confirmSubscription,
  unsubscribe: newsletterEndpoints.unsubscribe,
} as const;

/** Does what a mailed link is for, by its token. */
export async function answerLink(purpose: LinkPurpose, token: string): Promise<LinkOutcome> {
  try {
    await callEndpoint(endpoints[purpose], { body: { token } });
    return { code: 'done' };
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 400) return { code: 'invalid' };
    return { code: 'failed', sentence: sentenceOf(problem) };
  }
}
