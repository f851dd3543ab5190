import type { CallTable } from '#contract/endpoint.ts';
import { journeyResponse } from '#contract/journey.ts';
import { payoutProof } from '#contract/public/log.ts';

export const journeyCalls = {
  getJourney: { method: 'GET', path: '/api/donations/:id/journey', response: journeyResponse },
  getPayoutProof: { method: 'GET', path: '/api/donations/:id/payout-proof', response: payoutProof },
} as const satisfies CallTable;
