import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, sum } from '#domain/money/money.ts';
import { expectedMonths, type ChargedPlan } from './expected-charges.ts';

const currentMonth = '2026-11';

const plan = (nextChargeAt: string, amountMinor = 500): ChargedPlan => ({
  nextChargeAt: new Date(nextChargeAt),
  amount: money(amountMinor, 'USD'),
  meals: 5,
});

const chargesOf = (plans: readonly ChargedPlan[], timeZone = 'UTC'): number[] =>
  expectedMonths(plans, currentMonth, timeZone).map(({ chargesCount }) => chargesCount);

test('a plan is charged once in each month from its next charge on', () => {
  expect(expectedMonths([plan('2026-12-21T09:00:00.000Z')], currentMonth, 'UTC')).toEqual([
    { month: '2026-11', chargesCount: 0, amount: money(0, 'USD'), meals: 0 },
    ...['2026-12', '2027-01', '2027-02', '2027-03', '2027-04'].map((month) => ({
      month,
      chargesCount: 1,
      amount: money(500, 'USD'),
      meals: 5,
    })),
  ]);
});

test('plans add up, and a paused plan begins with its first charge after the pause', () => {
  const months = expectedMonths(
    [plan('2026-11-30T09:00:00.000Z'), plan('2027-03-05T09:00:00.000Z', 1000)],
    currentMonth,
    'UTC',
  );
  expect(months.map(({ amount }) => amount.amountMinor)).toEqual([500, 500, 500, 500, 1500, 1500]);
});

test('a late charge is expected this month', () => {
  expect(chargesOf([plan('2026-10-31T09:00:00.000Z')])).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a charge after the sixth month does not count', () => {
  expect(chargesOf([plan('2027-05-01T00:00:00.000Z')])).toEqual([0, 0, 0, 0, 0, 0]);
});

test("months are those of the donor's time zone", () => {
  const dueAtMidnight = [plan('2026-12-01T00:30:00.000Z')];
  expect(chargesOf(dueAtMidnight)).toEqual([0, 1, 1, 1, 1, 1]);
  expect(chargesOf(dueAtMidnight, 'America/Toronto')).toEqual([1, 1, 1, 1, 1, 1]);
});

test('plans add up, however many there are', () => {
  const anyPlans = fc.array(
    fc.record({
      nextChargeAt: fc.date({
        min: new Date('2026-06-01T00:00:00Z'),
        max: new Date('2028-01-01T00:00:00Z'),
        noInvalidDate: true,
      }),
      amount: fc.integer({ min: 100, max: 1_000_000 }).map((minor) => money(minor, 'USD')),
      meals: fc.nat(100),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(anyPlans, fc.constantFrom('UTC', 'Asia/Tokyo', 'Pacific/Pago_Pago'), (plans, timeZone) => {
      const alone = plans.flatMap((single) => expectedMonths([single], currentMonth, timeZone));
      const together = expectedMonths(plans, currentMonth, timeZone);
      const total = (months: typeof together): unknown =>
        sum(
          months.map(({ amount }) => amount),
          'USD',
        );
      expect(total(together)).toEqual(total(alone));
      for (const { chargesCount } of together) expect(chargesCount).toBeLessThanOrEqual(plans.length);
    }),
  );
});
