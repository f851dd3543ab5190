import type { CallTable } from '#contract/endpoint.ts';
import { consistencyProof, inclusionProof, leavesPage, logKeys, receiptProof, treeHead } from '#contract/public/log.ts';

/** The public log and its proofs. Their addresses have no query, so that a copy of the answers can be served as files. */
export const publicLogCalls = {
  getTreeHead: { method: 'GET', path: '/api/log/head', answer: treeHead },
  getInclusionProof: {
    method: 'GET',
    path: '/api/log/inclusion/:commitment/:treeSize',
    answer: inclusionProof,
  },
  getConsistencyProof: { method: 'GET', path: '/api/log/consistency/:from/:to', answer: consistencyProof },
  listLeaves: { method: 'GET', path: '/api/log/leaves/:page', answer: leavesPage },
  listLogKeys: { method: 'GET', path: '/api/log/keys', answer: logKeys },
  getReceiptProof: { method: 'GET', path: '/api/donations/:id/proof', answer: receiptProof },
} as const satisfies CallTable;
