import { moneyInAnswer, moneyInQuery, todayAnswer } from '#contract/admin/today.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const todayCalls = {
  getToday: { method: 'GET', path: '/api/admin/today', answer: todayAnswer },
  getMoneyIn: { method: 'GET', path: '/api/admin/money-in', query: moneyInQuery, answer: moneyInAnswer },
} as const satisfies CallTable;
