import type { CallTable } from '#contract/endpoint.ts';
import { journeyAnswer, payoutProof } from '#contract/journey.ts';

export const journeyCalls = {
  getJourney: { method: 'GET', path: '/api/donations/:id/journey', answer: journeyAnswer },
  getPayoutProof: { method: 'GET', path: '/api/donations/:id/payout-proof', answer: payoutProof },
} as const satisfies CallTable;
