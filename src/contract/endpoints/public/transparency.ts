import { transparencyCalls } from '#contract/calls/public/transparency.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const transparencyEndpoints = {
  getTransparency: {
    ...transparencyCalls.getTransparency,
    access: 'public',
    summary:
      'What the transparency page shows: sums of donations in groups of at least five, the last self-audit, the newest tree head; at most a minute old',
    errors: ['unavailable'],
    limitPerMinute: 120,
  },
  downloadTransparencyData: {
    ...transparencyCalls.downloadTransparencyData,
    access: 'public',
    summary: 'The data file of the transparency page (decision 0152); it grows once a day and follows payouts hourly',
    hasEntityTag: true,
    errors: ['unavailable'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
