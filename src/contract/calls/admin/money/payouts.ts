import { returnPayoutAnswer, returnPayoutRequest } from '#contract/admin/money/payout-returns.ts';
import {
  batchAnswer,
  batchDecisionAnswer,
  batchesAnswer,
  cancelBatchRequest,
  createBatchAnswer,
  createBatchRequest,
  payBatchRequest,
  payoutEntriesAnswer,
  payoutSentences,
  payoutsAnswer,
  previewAnswer,
  previewQuery,
  waitingPayoutDecisionsAnswer,
} from '#contract/admin/money/payouts.ts';
import { fileAnswer, pageQuery, type CallTable } from '#contract/endpoint.ts';

const pages = pageQuery(payoutSentences.cursorInvalid);

/** Payouts to charities. */
export const payoutCalls = {
  getPayouts: { method: 'GET', path: '/api/admin/payouts', answer: payoutsAnswer },
  previewPayouts: { method: 'GET', path: '/api/admin/payout-preview', query: previewQuery, answer: previewAnswer },
  listPayoutDecisions: { method: 'GET', path: '/api/admin/payout-decisions', answer: waitingPayoutDecisionsAnswer },
  listBatches: { method: 'GET', path: '/api/admin/payout-batches', query: pages, answer: batchesAnswer },
  createBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches',
    body: createBatchRequest,
    answer: createBatchAnswer,
  },
  getBatch: { method: 'GET', path: '/api/admin/payout-batches/:id', answer: batchAnswer },
  payBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches/:id/pay',
    body: payBatchRequest,
    answer: batchDecisionAnswer,
  },
  cancelBatch: {
    method: 'POST',
    path: '/api/admin/payout-batches/:id/cancel',
    body: cancelBatchRequest,
    answer: batchDecisionAnswer,
  },
  returnPayout: {
    method: 'POST',
    path: '/api/admin/payouts/:id/return',
    body: returnPayoutRequest,
    answer: returnPayoutAnswer,
  },
  downloadPaymentFile: {
    method: 'GET',
    path: '/api/admin/payout-batches/:id/payments/:currency',
    answer: fileAnswer,
    file: 'application/xml',
  },
  downloadTransfers: {
    method: 'GET',
    path: '/api/admin/payout-batches/:id/transfers/:currency',
    answer: fileAnswer,
    file: 'text/csv',
  },
  listPayoutEntries: {
    method: 'GET',
    path: '/api/admin/payouts/:id/entries',
    query: pages,
    answer: payoutEntriesAnswer,
  },
  downloadStatement: {
    method: 'GET',
    path: '/api/admin/payouts/:id/statement.pdf',
    answer: fileAnswer,
    file: 'application/pdf',
  },
  downloadStatementTable: {
    method: 'GET',
    path: '/api/admin/payouts/:id/statement.csv',
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
