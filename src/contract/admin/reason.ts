import * as z from 'zod/mini';

const reasonSentences = {
  missing: 'Please enter a reason.',
  long: 'Reasons can have at most 500 characters.',
} as const;

/** Why a member of staff does something. Every staff action that changes something has a reason, and the audit log keeps it. */
export const reason = z.string({ error: reasonSentences.missing }).check(
  z.trim(),
  z.minLength(1, { error: reasonSentences.missing }),
  z.refine((text) => [...text].length <= 500, { error: reasonSentences.long }),
);
