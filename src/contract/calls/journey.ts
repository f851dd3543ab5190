import type { CallTable } from '#contract/endpoint.ts';
import { journeyAnswer } from '#contract/journey.ts';
import { payoutProof } from '#contract/public/log.ts';

export const journeyCalls = {
  getJourney: { method: 'GET', path: '/api/donations/:id/journey', answer: journeyAnswer },
  getPayoutProof: { method: 'GET', path: '/api/donations/:id/payout-proof', answer: payoutProof },
} as const satisfies CallTable;
