import { balancesResponse, bookMovementResponse, bookMovementRequest } from '#contract/admin/money/balances.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const balanceCalls = {
  getBalances: { method: 'GET', path: '/api/admin/balances', response: balancesResponse },
  bookMovement: {
    method: 'POST',
    path: '/api/admin/balances/movements',
    body: bookMovementRequest,
    response: bookMovementResponse,
  },
} as const satisfies CallTable;
