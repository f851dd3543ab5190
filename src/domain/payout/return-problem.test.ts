import { expect, test } from 'vitest';
import { returnProblem } from './return-problem.ts';

const now = new Date('2026-03-20T12:00:00Z');
const paid = { paidOn: '2026-03-13', isReturned: false };

test.each([
  ['on the day of the payment', paid, { day: '2026-03-13', isClosed: false }, undefined],
  ['today', paid, { day: '2026-03-20', isClosed: false }, undefined],
  ['before the payment', paid, { day: '2026-03-12', isClosed: false }, 'before_paid'],
  ['tomorrow', paid, { day: '2026-03-21', isClosed: false }, 'future'],
  ['in a closed month', paid, { day: '2026-03-15', isClosed: true }, 'closed_day'],
  ['twice', { ...paid, isReturned: true }, { day: '2026-03-15', isClosed: false }, 'already_returned'],
  ['without a payment', { ...paid, paidOn: null }, { day: '2026-03-15', isClosed: false }, 'not_paid'],
] as const)('a transfer that came back %s', (_when, payout, returned, problem) => {
  expect(returnProblem(payout, returned, now)).toBe(problem);
});
