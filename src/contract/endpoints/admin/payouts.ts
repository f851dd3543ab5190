import { bankAccountCalls } from '#contract/calls/admin/bank-accounts.ts';
import { payoutCalls } from '#contract/calls/admin/payouts.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const payoutEndpoints = {
  getPayouts: {
    ...payoutCalls.getPayouts,
    access: 'readMoney',
    summary: 'What each charity is owed, per currency, and what of it is held, payable and paid',
    errors: [],
  },
  previewPayouts: {
    ...payoutCalls.previewPayouts,
    access: 'readMoney',
    summary: 'The payouts that a batch for a day could have',
    errors: [],
  },
  listPayoutDecisions: {
    ...payoutCalls.listPayoutDecisions,
    access: 'managePayouts',
    summary: 'The batches and bank accounts that wait for a second person, oldest first',
    errors: [],
  },
  listBatches: {
    ...payoutCalls.listBatches,
    access: 'readMoney',
    summary: 'The batches of payouts, newest first',
    errors: [],
  },
  createBatch: {
    ...payoutCalls.createBatch,
    access: 'managePayouts',
    summary: 'Creates a batch of payouts, whose amounts stay until it is paid or canceled',
    errors: ['not_payable', 'invalid_amount'],
    limitPerMinute: 60,
  },
  getBatch: {
    ...payoutCalls.getBatch,
    access: 'readMoney',
    summary: 'A batch with its payouts',
    errors: ['not_found'],
  },
  payBatch: {
    ...payoutCalls.payBatch,
    access: 'managePayouts',
    summary: 'Marks a batch as paid by the bank; for someone other than its creator',
    errors: ['not_found', 'already_decided', 'second_person_needed', 'invalid_day'],
    limitPerMinute: 60,
  },
  cancelBatch: {
    ...payoutCalls.cancelBatch,
    access: 'managePayouts',
    summary: 'Cancels a batch that is not paid',
    errors: ['not_found', 'already_decided'],
    limitPerMinute: 60,
  },
  returnPayout: {
    ...payoutCalls.returnPayout,
    access: 'managePayouts',
    summary: 'Asks a second person to record that the bank returned the transfer of a payout',
    errors: ['not_found', 'not_paid', 'already_decided', 'invalid_day', 'approval_waiting'],
    limitPerMinute: 60,
  },
  downloadPaymentFile: {
    ...payoutCalls.downloadPaymentFile,
    access: 'managePayouts',
    summary: 'The transfers of a batch in one currency, for the bank (ISO 20022 pain.001.001.09)',
    errors: ['not_found', 'no_bank_account'],
    limitPerMinute: 60,
  },
  downloadTransfers: {
    ...payoutCalls.downloadTransfers,
    access: 'managePayouts',
    summary: 'The same transfers as a table',
    errors: ['not_found', 'no_bank_account'],
    limitPerMinute: 60,
  },
  listPayoutEntries: {
    ...payoutCalls.listPayoutEntries,
    access: 'readMoney',
    summary: 'The donations and reversals that a payout covers, oldest first',
    errors: ['not_found'],
  },
  downloadStatement: {
    ...payoutCalls.downloadStatement,
    access: 'readMoney',
    summary: 'The statement of a payout for its charity, without people, as PDF',
    errors: ['not_found', 'unavailable'],
    limitPerMinute: 60,
  },
  downloadStatementTable: {
    ...payoutCalls.downloadStatementTable,
    access: 'readMoney',
    summary: 'The same statement as a table',
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
  getCharity: {
    ...bankAccountCalls.getCharity,
    access: 'readMoney',
    summary: 'A charity with its figures, bank accounts and payouts; charity 0 is us',
    errors: ['not_found'],
  },
  proposeBankAccount: {
    ...bankAccountCalls.proposeBankAccount,
    access: 'managePayouts',
    summary: 'Enters a bank account, which someone else has to approve',
    errors: ['not_found', 'invalid_bank_details', 'change_waiting'],
    limitPerMinute: 60,
  },
  decideBankAccount: {
    ...bankAccountCalls.decideBankAccount,
    access: 'managePayouts',
    summary: 'Approves or rejects a bank account; an approved one is paid after 48 hours',
    errors: ['not_found', 'already_decided', 'second_person_needed', 'batch_open'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
