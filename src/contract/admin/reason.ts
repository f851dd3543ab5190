import * as z from 'zod/mini';

const reasonSentences = {
  missing: 'Please enter a reason.',
  long: 'Reasons can have at most 500 characters.',
} as const;

/** The reason for a staff action. Every action that changes something has a reason, which is stored in the audit log. */
export const reason = z.string({ error: reasonSentences.missing }).check(
  z.trim(),
  z.minLength(1, { error: reasonSentences.missing }),
  z.refine((text) => [...text].length <= 500, { error: reasonSentences.long }),
);
