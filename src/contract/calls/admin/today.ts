import { moneyInResponse, moneyInQuery, todayResponse } from '#contract/admin/today.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const todayCalls = {
  getToday: { method: 'GET', path: '/api/admin/today', response: todayResponse },
  getMoneyIn: { method: 'GET', path: '/api/admin/money-in', query: moneyInQuery, response: moneyInResponse },
} as const satisfies CallTable;
