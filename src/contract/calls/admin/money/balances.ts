import { balancesAnswer, bookMovementAnswer, bookMovementRequest } from '#contract/admin/money/balances.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const balanceCalls = {
  getBalances: { method: 'GET', path: '/api/admin/balances', answer: balancesAnswer },
  bookMovement: {
    method: 'POST',
    path: '/api/admin/balances/movements',
    body: bookMovementRequest,
    answer: bookMovementAnswer,
  },
} as const satisfies CallTable;
