import * as z from 'zod/mini';

export const confirmationSentences = {
  linkUnknown: 'This link does not work. Please use the link in the latest statement that you got from us.',
  returned: 'The bank returned this payment to us, so it cannot be confirmed. A later payment includes its amount.',
  staff: 'Only the charity can confirm a payment, and you are signed in as a member of our team.',
} as const;

/** The token of the link in a payout's statement. It is sent in the body, so that it is never logged. */
export const statementLinkRequest = z.object({
  token: z
    .string({ error: confirmationSentences.linkUnknown })
    .check(z.maxLength(200, { error: confirmationSentences.linkUnknown })),
});

/** A payout as its charity sees it through the link in its statement. */
export const statedPayout = z.object({
  charityName: z.string(),
  /** The amount in decimals of its currency. */
  amount: z.number(),
  currency: z.string(),
  donations: z.int(),
  /** The day of the transfer, and the bank's reference. */
  paidOn: z.string(),
  reference: z.string(),
  /** Null until the charity has confirmed it. */
  confirmedAt: z.nullable(z.string()),
  /** The day on which the bank returned the transfer; null unless it did. */
  returnedOn: z.nullable(z.string()),
});

export type StatedPayout = z.infer<typeof statedPayout>;
