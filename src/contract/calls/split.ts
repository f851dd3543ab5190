import type { CallTable } from '#contract/endpoint.ts';
import { feeTermsResponse, splitResponse } from '#contract/split.ts';

/** The calls that show where the money goes. Pages load them only when a donor asks. */
export const splitCalls = {
  getFeeTerms: {
    method: 'GET',
    path: '/api/fee-terms',
    response: feeTermsResponse,
  },
  getSplit: {
    method: 'GET',
    path: '/api/donations/:id/split',
    response: splitResponse,
  },
} as const satisfies CallTable;
