import { balanceCalls } from '#contract/calls/admin/money/balances.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const balanceEndpoints = {
  getBalances: {
    ...balanceCalls.getBalances,
    access: 'readMoney',
    summary: 'What providers hold and what our books say, and payouts to our bank',
    errors: [],
  },
  bookMovement: {
    ...balanceCalls.bookMovement,
    access: 'resolveReview',
    summary: 'Books a movement that the ledger does not know to an account',
    errors: ['not_found', 'action_not_offered', 'already_resolved'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
