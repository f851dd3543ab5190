import * as z from 'zod/mini';

const reasonSentences = {
  missing: 'Please enter a reason.',
  long: 'Reasons can have at most 500 characters.',
} as const;

/** The reason for a staff action. It is stored in the audit log. A few actions need none, such as a note or a new draft. */
export const reason = z.string({ error: reasonSentences.missing }).check(
  z.trim(),
  z.minLength(1, { error: reasonSentences.missing }),
  z.refine((text) => [...text].length <= 500, { error: reasonSentences.long }),
);
