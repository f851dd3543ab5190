import { journeyCalls } from '#contract/calls/journey.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const journeyEndpoints = {
  getJourney: {
    ...journeyCalls.getJourney,
    access: 'public',
    summary:
      'The six stations of a donation on its way to the charity, each with its time and proof, for anyone who may see the receipt',
    errors: ['donation_not_found'],
    limitPerMinute: 120,
  },
  getPayoutProof: {
    ...journeyCalls.getPayoutProof,
    access: 'public',
    summary: 'The proof that the payout to the charity names a donation, for anyone who may see the receipt',
    errors: ['donation_not_found', 'not_found'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
