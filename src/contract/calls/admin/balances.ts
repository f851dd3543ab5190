import { balancesAnswer } from '#contract/admin/balances.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const balanceCalls = {
  getBalances: { method: 'GET', path: '/api/admin/balances', answer: balancesAnswer },
} as const satisfies CallTable;
