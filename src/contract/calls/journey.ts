import type { CallTable } from '#contract/endpoint.ts';
import { journeyAnswer } from '#contract/journey.ts';

export const journeyCalls = {
  getJourney: { method: 'GET', path: '/api/donations/:id/journey', answer: journeyAnswer },
} as const satisfies CallTable;
