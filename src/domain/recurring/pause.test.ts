import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from './add-months.ts';
import { chargeAfterPause, endOfPause, isPauseInForce } from './pause.ts';

test.each([
  ['2027-03-15T09:30:00Z', 1, '2027-04-14T09:30:00Z'],
  ['2027-03-15T09:30:00Z', 12, '2028-03-14T09:30:00Z'],
  ['2027-01-31T09:30:00Z', 1, '2027-02-27T09:30:00Z'],
])('if the next charge is at %s, a pause that skips %d charges ends at %s', (nextChargeAt, months, end) => {
  expect(endOfPause(new Date(nextChargeAt), months)).toEqual(new Date(end));
});

test.each([
  ['the 15th', '2027-01-15', '2027-02-15', 1, '2027-03-15'],
  ['the 31st, from a shorter month', '2027-01-31', '2027-02-28', 1, '2027-03-31'],
  ['the 31st, to a shorter month', '2027-01-31', '2027-03-31', 1, '2027-04-30'],
  ['the 29th, from a February without one', '2027-01-29', '2027-02-28', 2, '2027-04-29'],
  ['the 28th', '2027-01-28', '2027-02-28', 1, '2027-03-28'],
])(
  'a plan charged on %s, started on %s, next due on %s, is charged after %d months on %s',
  (_day, started, next, months, expected) => {
    const plan = { startedAt: new Date(`${started}T09:30:00Z`), nextChargeAt: new Date(`${next}T09:30:00Z`) };
    expect(chargeAfterPause(plan, months)).toEqual(new Date(`${expected}T09:30:00Z`));
  },
);

test('the charge after a pause is the plan’s first charge after the end of the pause', () => {
  const starts = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const months = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(starts, fc.integer({ min: 1, max: 40 }), months, (startedAt, paidMonths, pauseMonths) => {
      const nextChargeAt = addMonths(startedAt, paidMonths);
      const end = endOfPause(nextChargeAt, pauseMonths);
      let month = paidMonths;
      while (addMonths(startedAt, month) < end) month += 1;
      expect(chargeAfterPause({ nextChargeAt, startedAt }, pauseMonths)).toEqual(addMonths(startedAt, month));
      expect(month - paidMonths).toBe(pauseMonths);
    }),
  );
});

test.each([
  ['2027-03-15T09:30:00Z', '2027-03-15T09:29:59Z', true],
  ['2027-03-15T09:30:00Z', '2027-03-15T09:30:00Z', false],
  [undefined, '2037-03-15T09:30:00Z', true],
])('a pause until %s is in force at %s: %s', (until, at, isInForce) => {
  expect(isPauseInForce(until === undefined ? undefined : new Date(until), new Date(at))).toBe(isInForce);
});
