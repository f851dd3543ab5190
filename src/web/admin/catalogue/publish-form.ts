import * as z from 'zod/mini';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { reason } from '#contract/admin/reason.ts';

/** The time from which a version applies, and the reason. It is typed in the device's zone. The server refuses past times. */
export const publishForm = z.pipe(
  z.object({ when: z.enum(['now', 'later']), from: z.optional(z.string()), reason }),
  z.transform(({ when, from = '', reason: why }, context) => {
    if (when === 'now') return { reason: why };
    const instant = new Date(from);
    if (!Number.isNaN(instant.getTime())) return { reason: why, effectiveFrom: instant.toISOString() };
    context.issues.push({ code: 'custom', path: ['from'], message: publishingSentences.effectiveFrom, input: from });
    return z.NEVER;
  }),
);
