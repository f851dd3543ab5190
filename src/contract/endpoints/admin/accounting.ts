import { accountingCalls } from '#contract/calls/admin/accounting.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const accountingEndpoints = {
  getTrialBalance: {
    ...accountingCalls.getTrialBalance,
    access: 'readMoney',
    summary: 'The balances of all ledger accounts at the end of a day',
    errors: [],
  },
  exportTrialBalance: {
    ...accountingCalls.exportTrialBalance,
    access: 'readMoney',
    summary: 'The same balances as a table',
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
