import { publicLogCalls } from '#contract/calls/public/log.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const publicLogEndpoints = {
  getTreeHead: {
    ...publicLogCalls.getTreeHead,
    access: 'public',
    summary: 'The newest tree head of the public log, signed with Ed25519',
    errors: ['not_found'],
    limitPerMinute: 600,
  },
  getInclusionProof: {
    ...publicLogCalls.getInclusionProof,
    access: 'public',
    summary: 'The proof that a commitment is among the first leaves of the public log, up to a size; never changes',
    errors: ['not_found'],
    limitPerMinute: 600,
  },
  getConsistencyProof: {
    ...publicLogCalls.getConsistencyProof,
    access: 'public',
    summary:
      'The proof that the public log at one size is the beginning of the public log at another size; never changes',
    errors: ['not_found'],
    limitPerMinute: 600,
  },
  listLeaves: {
    ...publicLogCalls.listLeaves,
    access: 'public',
    summary: 'A page of commitments, the leaves of the public log, counted from 0; a page with 1000 never changes',
    errors: ['not_found'],
    limitPerMinute: 600,
  },
  listLogKeys: {
    ...publicLogCalls.listLogKeys,
    access: 'public',
    summary: 'The public keys that have signed tree heads, with the signature of each on the next one',
    errors: [],
    limitPerMinute: 600,
  },
  getReceiptProof: {
    ...publicLogCalls.getReceiptProof,
    access: 'public',
    summary:
      'The proof of the receipt of a donation, for anyone who may see the receipt: its entry in the public log with an inclusion proof or, until a tree head includes it, a signed promise',
    errors: ['donation_not_found', 'not_found'],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
