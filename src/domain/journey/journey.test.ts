import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import {
  hasArrived,
  progressOf,
  stationNames,
  type JourneyFacts,
  type BookedReversal,
  type PayoutFacts,
} from './journey.ts';

const cad = (amountMinor: number) => money(amountMinor, 'CAD');
const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}T12:00:00.000Z`;

const facts: JourneyFacts = {
  paidAt: day(4),
  paidWith: 'card',
  charityName: 'Food banks across Canada',
  booked: { at: day(4), transactionId: 'ltx_1', amount: cad(476) },
  reversals: [],
  leaf: { leafIndex: 3, treeSize: 5, signedAt: day(5) },
  payout: undefined,
  returned: [],
  isDisputed: false,
  holdDays: 14,
};

const payout: PayoutFacts = {
  id: 'pay_1',
  day: '2026-03-20',
  createdAt: day(20),
  sent: { paidOn: '2026-03-21', reference: 'BANK-1', recordedAt: day(22) },
  leaf: undefined,
  mayProve: true,
  confirmedAt: day(24),
};

const statesOf = (changes: Partial<JourneyFacts>): string[] =>
  progressOf({ ...facts, ...changes }).stations.map(({ state }) => state);

const refund = (at: string, amountMinor: number): BookedReversal => ({ kind: 'refund', at, amount: cad(amountMinor) });

describe('the progress of a donation', () => {
  test.each<[string, Partial<JourneyFacts>, string[]]>([
    ['waits for the log', { leaf: undefined }, ['done', 'done', 'current', 'upcoming', 'upcoming', 'upcoming']],
    ['waits for a batch', {}, ['done', 'done', 'done', 'current', 'upcoming', 'upcoming']],
    [
      'is in a batch',
      { payout: { ...payout, sent: undefined, confirmedAt: undefined } },
      ['done', 'done', 'done', 'done', 'current', 'upcoming'],
    ],
    [
      'is on its way',
      { payout: { ...payout, confirmedAt: undefined } },
      ['done', 'done', 'done', 'done', 'done', 'current'],
    ],
    ['has arrived', { payout }, ['done', 'done', 'done', 'done', 'done', 'done']],
    [
      'continues after a partial refund',
      { payout, reversals: [refund(day(10), 475)] },
      ['done', 'done', 'done', 'done', 'done', 'done'],
    ],
    [
      'stops if the donation is refunded while it waits',
      { reversals: [refund(day(10), 476)] },
      ['done', 'done', 'done', 'stopped', 'stopped', 'stopped'],
    ],
    [
      'stops even if a batch covers both the donation and its refund',
      { payout, reversals: [refund(day(10), 476)] },
      ['done', 'done', 'done', 'stopped', 'stopped', 'stopped'],
    ],
    [
      'keeps the stations that it passed before the refund',
      { payout, reversals: [refund(day(21), 200), refund(day(23), 276)] },
      ['done', 'done', 'done', 'done', 'done', 'stopped'],
    ],
    [
      'continues after the refund comes back',
      { payout, reversals: [refund(day(10), 476), refund(day(11), -476)] },
      ['done', 'done', 'done', 'done', 'done', 'done'],
    ],
  ])('%s', (_title, changes, expected) => {
    expect(statesOf(changes)).toEqual(expected);
  });

  test('has a day for the transfer, and instants for the other stations', () => {
    expect(progressOf({ ...facts, payout }).stations.map(({ at }) => at)).toEqual([
      day(4),
      day(4),
      day(5),
      day(20),
      '2026-03-21',
      day(24),
    ]);
  });

  test('never passes a station after the donation was reversed, and has times only for the stations it has passed', () => {
    const instant = fc.integer({ min: 5, max: 30 }).map(day);
    const reversal: fc.Arbitrary<BookedReversal> = fc.record({
      kind: fc.constantFrom('refund', 'dispute'),
      at: instant,
      amount: fc.integer({ min: -476, max: 476 }).map(cad),
    });
    const anyFacts = fc.record({
      reversals: fc.array(reversal, { maxLength: 5 }).map((list) => list.toSorted((a, b) => (a.at < b.at ? -1 : 1))),
      leaf: fc.option(fc.constant(facts.leaf!), { nil: undefined }),
      payout: fc.option(
        fc.record({
          ...Object.fromEntries(Object.entries(payout).map(([name, value]) => [name, fc.constant(value)])),
          confirmedAt: fc.option(fc.constant(day(24)), { nil: undefined }),
        }) as fc.Arbitrary<PayoutFacts>,
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(anyFacts, (changes) => {
        const told = { ...facts, ...changes };
        const progress = progressOf(told);
        const state = Object.fromEntries(progress.stations.map((station) => [station.name, station.state]));
        const left = told.reversals.reduce((sum, { amount }) => sum - amount.amountMinor, 476);
        expect(progress.left.amountMinor).toBe(left);
        expect(progress.stations.map(({ name }) => name)).toEqual(stationNames);
        expect(progress.stations.filter((station) => station.state === 'current').length).toBeLessThanOrEqual(1);
        expect(progress.stations.some((station) => station.state === 'stopped')).toBe(
          left <= 0 && progress.stations.some(({ name, at }) => name !== 'log' && at === null),
        );
        if (left <= 0) expect(hasArrived(progress)).toBe(false);
        if (state['received'] === 'done') expect(told.payout?.confirmedAt).toBeDefined();
        for (const { at, state: one } of progress.stations) expect(at !== null).toBe(one === 'done');
        for (const { name, at } of progress.stations)
          if (progress.stoppedAt !== undefined && at !== null && name !== 'log' && name !== 'sent')
            expect(at < progress.stoppedAt || name === 'paid' || name === 'books').toBe(true);
      }),
    );
  });
});
