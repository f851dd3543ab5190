import { splitCalls } from '#contract/calls/split.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const splitEndpoints = {
  getFeeTerms: {
    ...splitCalls.getFeeTerms,
    access: 'public',
    summary: 'What the payment providers are expected to charge',
    hasEntityTag: true,
    errors: [],
  },
  getSplit: {
    ...splitCalls.getSplit,
    access: 'public',
    summary: 'How the charge of a donation is divided, for anyone who may see the receipt',
    errors: ['donation_not_found'],
  },
} as const satisfies EndpointTable;
