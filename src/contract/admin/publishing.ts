import * as z from 'zod/mini';
import { reason } from './reason.ts';

export const publishingSentences = {
  inPast: 'A version cannot apply from a time in the past. Please choose a later time, or now.',
  nothingChanged: 'Nothing has changed since the last version.',
  unknownVersion: 'The version that you started from does not exist. Please reload the page.',
  basedOn: 'Please reload the page and try again.',
  effectiveFrom: 'Please enter a time, or leave it empty for now.',
} as const;

/** The largest integer that a column holds. */
export const versionNumberMax = 2_147_483_647;

const versionNumber = z
  .int({ error: publishingSentences.basedOn })
  .check(
    z.gte(0, { error: publishingSentences.basedOn }),
    z.lte(versionNumberMax, { error: publishingSentences.basedOn }),
  );

/** The fields of every request to publish, besides the document. */
export const publishingFields = {
  /** The number of the newest version that the page showed. */
  basedOn: versionNumber,
  reason,
};

/** The time from which a version applies; now if absent. */
export const effectiveFrom = z.optional(z.iso.datetime({ error: publishingSentences.effectiveFrom }));

export const publishedResponse = z.object({ status: z.literal('published'), version: z.int() });

/** A version in the history of a kind, with its changes. */
export const publishedVersion = z.object({
  version: z.int(),
  effectiveFrom: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string(),
  reason: z.string(),
  changes: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});

export type PublishedVersionResponse = z.infer<typeof publishedVersion>;
