import type { CallTable } from '#contract/endpoint.ts';
import { feeTermsAnswer, splitAnswer } from '#contract/split.ts';

/** Where the money goes. Pages load these calls only when a donor asks. */
export const splitCalls = {
  getFeeTerms: {
    method: 'GET',
    path: '/api/fee-terms',
    answer: feeTermsAnswer,
  },
  getSplit: {
    method: 'GET',
    path: '/api/donations/:id/split',
    answer: splitAnswer,
  },
} as const satisfies CallTable;
