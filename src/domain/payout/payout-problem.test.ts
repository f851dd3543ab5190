import { expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { payoutProblem } from './payout-problem.ts';

const now = new Date('2026-03-20T12:00:00.000Z');
const earlier = new Date('2026-03-20T11:59:59.999Z');
const later = new Date('2026-03-20T12:00:00.001Z');

test.each([
  ['a positive amount to a known account', 1, undefined, earlier, undefined],
  ['an account whose hold ends now', 1, undefined, now, undefined],
  ['an account that was just changed', 1, undefined, later, 'on_hold'],
  ['no account', 1, undefined, undefined, 'no_bank_details'],
  ['nothing to pay', 0, undefined, earlier, 'nothing'],
  ['less than nothing to pay', -1, undefined, earlier, 'negative'],
  ['a day in the future', 1, 'future', earlier, 'future'],
  ['a closed day', 1, 'closed', earlier, 'closed'],
] as const)('a payout with %s: %5$s', (_case, amountMinor, day, payableFrom, problem) => {
  expect(payoutProblem(money(amountMinor, 'CAD'), { day, payableFrom }, now)).toBe(problem);
});
