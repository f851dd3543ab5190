import { todayCalls } from '#contract/calls/admin/today.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const todayEndpoints = {
  getToday: {
    ...todayCalls.getToday,
    access: 'readMoney',
    summary: 'Whether everything balances, and what the next days bring',
    errors: [],
  },
  getMoneyIn: {
    ...todayCalls.getMoneyIn,
    access: 'readMoney',
    summary: 'Donations, fees, refunds and losses by day or month',
    errors: [],
  },
} as const satisfies EndpointTable;
