import {
  closedMonth,
  closeMonthRequest,
  monthsResponse,
  trialBalanceResponse,
  trialBalanceQuery,
} from '#contract/admin/money/accounting.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';

export const accountingCalls = {
  getTrialBalance: {
    method: 'GET',
    path: '/api/admin/accounting/trial-balance',
    query: trialBalanceQuery,
    response: trialBalanceResponse,
  },
  exportTrialBalance: {
    method: 'GET',
    path: '/api/admin/accounting/trial-balance.csv',
    query: trialBalanceQuery,
    response: fileResponse,
    file: 'text/csv',
  },
  listMonths: { method: 'GET', path: '/api/admin/accounting/months', response: monthsResponse },
  closeMonth: { method: 'POST', path: '/api/admin/accounting/close', body: closeMonthRequest, response: closedMonth },
  downloadMonth: {
    method: 'GET',
    path: '/api/admin/accounting/months/:month/archive',
    response: fileResponse,
    file: 'application/zip',
  },
} as const satisfies CallTable;
