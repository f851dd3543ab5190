import { returnPayoutResponse, returnPayoutRequest } from '#contract/admin/money/payout-returns.ts';
import {
  batchResponse,
  batchDecisionResponse,
  batchesResponse,
  cancelBatchRequest,
  createBatchResponse,
  createBatchRequest,
  payBatchRequest,
  payoutEntriesResponse,
  payoutSentences,
  payoutsResponse,
  previewResponse,
  previewQuery,
  waitingPayoutDecisionsResponse,
} from '#contract/admin/money/payouts.ts';
import { fileResponse, pageQuery, type CallTable } from '#contract/endpoint.ts';

const pages = pageQuery(payoutSentences.cursorInvalid);

/** The calls for payouts to charities. */
export const payoutCalls = {
  getPayouts: { method: 'GET', path: '/api/admin/payouts', response: payoutsResponse },
  previewPayouts: { method: 'GET', path: '/api/admin/payout-preview', query: previewQuery, response: previewResponse },
  listPayoutDecisions: { method: 'GET', path: '/api/admin/payout-decisions', response: waitingPayoutDecisionsResponse },
  listBatches: { method: 'GET', path: '/api/admin/payout-batches', query: pages, response: batchesResponse },
  createBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches',
    body: createBatchRequest,
    response: createBatchResponse,
  },
  getBatch: { method: 'GET', path: '/api/admin/payout-batches/:id', response: batchResponse },
  payBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches/:id/pay',
    body: payBatchRequest,
    response: batchDecisionResponse,
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches/:id/cancel',
    body: cancelBatchRequest,
    response: batchDecisionResponse,
  },
  returnPayout: {
    method: 'POST',
    path: '/api/admin/payouts/:id/return',
    body: returnPayoutRequest,
    response: returnPayoutResponse,
  },
  downloadPaymentFile: {
    method: 'GET',
    path: '/api/admin/payout-batches/:id/payments/:currency',
    response: fileResponse,
    file: 'application/xml',
  },
  downloadTransfers: {
    method: 'GET',
    path: '/api/admin/payout-batches/:id/transfers/:currency',
    response: fileResponse,
    file: 'text/csv',
  },
  listPayoutEntries: {
    method: 'GET',
    path: '/api/admin/payouts/:id/entries',
    query: pages,
    response: payoutEntriesResponse,
  },
  downloadStatement: {
    method: 'GET',
    path: '/api/admin/payouts/:id/statement.pdf',
    response: fileResponse,
    file: 'application/pdf',
  },
  downloadStatementTable: {
    method: 'GET',
    path: '/api/admin/payouts/:id/statement.csv',
    response: fileResponse,
    file: 'text/csv',
  },
} as const satisfies CallTable;
