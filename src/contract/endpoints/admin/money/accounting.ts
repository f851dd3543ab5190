import { accountingCalls } from '#contract/calls/admin/money/accounting.ts';
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
  listMonths: {
    ...accountingCalls.listMonths,
    access: 'readMoney',
    summary: 'The months that are over, and who closed them',
    errors: [],
  },
  closeMonth: {
    ...accountingCalls.closeMonth,
    access: 'closeMonth',
    onlyInPerson: true,
    summary: 'Closes a month, and stores the checksum of its archive',
    errors: ['month_open'],
    limitPerMinute: 60,
  },
  downloadMonth: {
    ...accountingCalls.downloadMonth,
    access: 'readMoney',
    summary: 'The archive of a closed month: journal, balances, fees and a statement for each charity',
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
