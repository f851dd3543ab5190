import * as z from 'zod/mini';

/** The sentences of the newsletter (spec 5), and those of its links. */
export const newsletterSentences = {
  emailInvalid: 'Please enter a valid email address',
  linkInvalid: 'This link has expired or was used already. Please subscribe again.',
} as const;

/** What a subscriber agrees to, kept word for word beside each consent. */
export const newsletterConsent =
  'I would like to receive the newsletter by e-mail. I can unsubscribe at any time by the link in every mail.';

/** `POST /api/subscribe` (spec 7). The answer is the same for a new, a waiting and a confirmed address (rulings, Newsletter). */
export const subscribeRequest = z.object({
  email: z
    .string({ error: newsletterSentences.emailInvalid })
    .check(
      z.trim(),
      z.maxLength(320, { error: newsletterSentences.emailInvalid }),
      z.email({ error: newsletterSentences.emailInvalid }),
    ),
});

/** `POST /api/newsletter/confirm` and `/unsubscribe`: the token of the mailed link. */
export const newsletterTokenRequest = z.object({
  token: z
    .string({ error: newsletterSentences.linkInvalid })
    .check(z.maxLength(200, { error: newsletterSentences.linkInvalid })),
});
