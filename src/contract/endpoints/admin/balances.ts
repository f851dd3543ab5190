import { balanceCalls } from '#contract/calls/admin/balances.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const balanceEndpoints = {
  getBalances: {
    ...balanceCalls.getBalances,
    access: 'readMoney',
    summary: 'What providers hold and what our books say, and payouts to our bank',
    errors: [],
  },
} as const satisfies EndpointTable;
