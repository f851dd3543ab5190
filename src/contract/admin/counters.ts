import * as z from 'zod/mini';
import { publishedVersion, publishingFields } from './publishing.ts';

/** `GET /api/admin/counters`: the switch for the counters on the home page, and their sentences now. */
export const countersResponse = z.object({
  /** The version that applies, for the next change. */
  version: z.int(),
  isOn: z.boolean(),
  /** The smallest number of donations for which the counters are shown. */
  donationsMin: z.int(),
  /** The present figures; null while they are being prepared, for a few minutes after some upgrades. */
  figures: z.nullable(z.object({ donations: z.int(), hero: z.string(), community: z.string() })),
  history: z.array(publishedVersion),
});

/** `POST /api/admin/counters`. */
export const switchCountersRequest = z.object({
  isOn: z.boolean({ error: 'Please say whether the counters are shown.' }),
  ...publishingFields,
});
