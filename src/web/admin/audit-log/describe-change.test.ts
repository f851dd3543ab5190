import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

test.each<[Parameters<typeof describeChange>[0], string[]]>([
  [{ before: null, after: null }, []],
  [
    { before: { username: 'sam', role: 'support' }, after: { role: 'finance' } },
    ['Username: sam', 'Role: Support → Finance'],
  ],
  [{ before: { role: 'support' }, after: { role: null } }, ['Role: Support → none']],
  [
    { before: { remaining: 5.24 }, after: { refund: 1, currency: 'CAD', requestedBy: 'sam' } },
    ['Left to refund: CAD 5.24', 'Refund: CAD 1.00', 'Requested by: sam'],
  ],
  [
    {
      before: null,
      after: { amountMinor: 500, remainingMinor: 500, currency: 'JPY', isRest: true, key: null, kind: 'review_refund' },
    },
    ['Amount: JPY 500', 'Left to refund: JPY 500', 'All that is left: yes', 'Kind: review refund'],
  ],
  [{ before: null, after: { charityId: 6, currency: 'CAD' } }, ['Charity number: 6', 'Currency: CAD']],
  [
    { before: { status: 'open' }, after: { status: 'paid', paidOn: '2026-11-21', reference: '2026_11' } },
    ['Status: open → paid', 'Paid on: Nov 21, 2026', 'Reference: 2026_11'],
  ],
  [{ before: { version: 1, CAD: '1.36' }, after: { version: 2, CAD: '1.40' } }, ['Version: 1 → 2', 'CAD: 1.36 → 1.40']],
  [
    { before: null, after: { payouts: ['North Food Bank: CAD 12.00', 'South Food Bank: CAD 1.00'] } },
    ['Payouts: North Food Bank: CAD 12.00, South Food Bank: CAD 1.00'],
  ],
  [{ before: null, after: { later: { nested: 1 } } }, ['Later: {"nested":1}']],
])('%j is described in words', (change, lines) => {
  expect(describeChange(change)).toEqual(lines);
});

test("a moment is shown in the reader's time zone", () => {
  expect(describeChange({ before: null, after: { payableFrom: '2026-11-21T12:00:00.000Z' } })).toEqual([
    expect.stringMatching(/^Payable from: Nov 21, 2026, \d{1,2}:\d\d [AP]M$/),
  ]);
});
