import * as z from 'zod/mini';
import { emailAddressMax } from './email-address.ts';

/** The refusals of the newsletter form (spec 5) and of its mailed links. */
export const newsletterSentences = {
  emailInvalid: 'Please enter a valid email address',
  linkInvalid: 'This link has expired or has already been used. Please subscribe again.',
} as const;

/** The sentence that a subscriber agrees to. It is stored with each consent. */
export const newsletterConsent =
  'I would like to receive the newsletter by email. I can unsubscribe at any time using the link in any email.';

/**
 * `POST /api/subscribe` (spec 7). The response is the same for new, unconfirmed and confirmed addresses (spec-readings, Pages).
 */
export const subscribeRequest = z.object({
  email: z
    .string({ error: newsletterSentences.emailInvalid })
    .check(
      z.trim(),
      z.maxLength(emailAddressMax, { error: newsletterSentences.emailInvalid }),
      z.email({ error: newsletterSentences.emailInvalid }),
    ),
});

/** `POST /api/newsletter/confirm` and `/unsubscribe`: the token of the mailed link. */
export const newsletterTokenRequest = z.object({
  token: z
    .string({ error: newsletterSentences.linkInvalid })
    .check(z.maxLength(200, { error: newsletterSentences.linkInvalid })),
});
