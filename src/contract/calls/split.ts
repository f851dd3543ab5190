import type { CallTable } from '#contract/endpoint.ts';
import { feeTermsAnswer, splitAnswer } from '#contract/split.ts';

/** The calls of a donor who asks where the money goes; pages load them only then. */
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
