import {
  closedMonth,
  closeMonthRequest,
  monthsAnswer,
  trialBalanceAnswer,
  trialBalanceQuery,
} from '#contract/admin/money/accounting.ts';
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
  listMonths: { method: 'GET', path: '/api/admin/accounting/months', answer: monthsAnswer },
  closeMonth: { method: 'POST', path: '/api/admin/accounting/close', body: closeMonthRequest, answer: closedMonth },
  downloadMonth: {
    method: 'GET',
    path: '/api/admin/accounting/months/:month/archive',
    answer: fileAnswer,
    file: 'application/zip',
  },
} as const satisfies CallTable;
