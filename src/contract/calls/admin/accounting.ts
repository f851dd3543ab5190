import { trialBalanceAnswer, trialBalanceQuery } from '#contract/admin/accounting.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

export const accountingCalls = {
  getTrialBalance: {
    method: 'GET',
    path: '/api/admin/accounting/trial-balance',
    query: trialBalanceQuery,
    answer: trialBalanceAnswer,
  },
  exportTrialBalance: {
    method: 'GET',
    path: '/api/admin/accounting/trial-balance.csv',
    query: trialBalanceQuery,
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
