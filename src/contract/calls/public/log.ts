import type { CallTable } from '#contract/endpoint.ts';
import { consistencyProof, inclusionProof, leavesPage, logKeys, receiptProof, treeHead } from '#contract/public/log.ts';

/** The calls of the public log. Their addresses have no query, so that a copy of the responses can be served as files. */
export const publicLogCalls = {
  getTreeHead: { method: 'GET', path: '/api/log/head', response: treeHead },
  getInclusionProof: {
    method: 'GET',
    path: '/api/log/inclusion/:commitment/:treeSize',
    response: inclusionProof,
  },
  getConsistencyProof: { method: 'GET', path: '/api/log/consistency/:from/:to', response: consistencyProof },
  listLeaves: { method: 'GET', path: '/api/log/leaves/:page', response: leavesPage },
  listLogKeys: { method: 'GET', path: '/api/log/keys', response: logKeys },
  getReceiptProof: { method: 'GET', path: '/api/donations/:id/proof', response: receiptProof },
} as const satisfies CallTable;
