import * as z from 'zod/mini';
import { publishedVersion, publishingFields } from './publishing.ts';

/** `GET /api/admin/counters`: whether the home page shows the counters, and what they say now. */
export const countersResponse = z.object({
  /** The version that applies, for the next change. */
  version: z.int(),
  isOn: z.boolean(),
  /** With fewer donations than this, nothing is shown. */
  donationsMin: z.int(),
  /** Null while the figures are being prepared: for a few minutes after some upgrades. */
  figures: z.nullable(z.object({ donations: z.int(), hero: z.string(), community: z.string() })),
  history: z.array(publishedVersion),
});

/** `POST /api/admin/counters`. */
export const switchCountersRequest = z.object({
  isOn: z.boolean({ error: 'Please say whether the counters are shown.' }),
  ...publishingFields,
});
