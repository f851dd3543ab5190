import * as z from 'zod/mini';
import { emailAddressMax } from '#contract/email-address.ts';
import { reason } from '../reason.ts';

export const donationHelpSentences = {
  unknown: 'There is no donation with this transaction ID.',
  emailInvalid: 'Please enter a valid email address.',
  noteMissing: 'Please write a note.',
  noteLong: 'Notes can have at most 2,000 characters.',
  noRecipient: 'There is no address for the receipt, so it cannot be sent.',
  receiptHeld: 'This receipt may have been sent before a restore. Please send or discard the held emails first.',
  paidByDonor: "This donation was made from an account, so its receipts go to the account's address.",
  addressErased: "The donor's address was erased on request. It cannot be entered again.",
  alreadyClaimed: 'This donation already belongs to an account.',
} as const;

const { emailInvalid, noteMissing, noteLong } = donationHelpSentences;

/** `POST /api/admin/donations/{id}/receipt`. */
export const resendReceiptRequest = z.object({ reason });

/** `on_its_way`: the receipt was already being sent, so no copy is sent. */
export const resendReceiptResponse = z.object({ status: z.enum(['resent', 'on_its_way']) });

/** `POST /api/admin/donations/{id}/email`: corrects the address that a guest typed. */
export const correctEmailRequest = z.object({
  email: z
    .string({ error: emailInvalid })
    .check(z.trim(), z.maxLength(emailAddressMax), z.email({ error: emailInvalid })),
  reason,
});

export const correctEmailResponse = z.object({ status: z.enum(['corrected', 'unchanged']) });

/** `POST /api/admin/donations/{id}/claim-link`. */
export const claimLinkRequest = z.object({ reason });

/** The donation goes to the person who opens the link and signs in. */
export const claimLinkResponse = z.object({ url: z.string() });

/** `POST /api/admin/donations/{id}/notes`. */
export const noteRequest = z.object({
  note: z.string({ error: noteMissing }).check(
    z.trim(),
    z.minLength(1, { error: noteMissing }),
    z.refine((text) => [...text].length <= 2000, { error: noteLong }),
  ),
});

export const noteResponse = z.object({ id: z.string() });
