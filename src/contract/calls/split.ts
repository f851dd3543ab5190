import type { CallTable } from '#contract/endpoint.ts';
import { feeTermsResponse, splitResponse } from '#contract/split.ts';

/** Where the money goes. Pages load these calls only when a donor asks. */
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
