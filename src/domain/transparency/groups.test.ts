import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/ledger/ledger-days.ts';
import {
  groupDays,
  groupDonationsMin,
  groupReversals,
  type NewGroup,
  type ReceivedDay,
  type Reversal,
} from './groups.ts';

const received = (day: string, donations: number): ReceivedDay => ({
  day,
  donations,
  amountMinor: donations * 100,
  serviceFeesMinor: donations * 10,
});
const group = (firstDay: string, lastDay: string, donations: number): NewGroup => ({
  firstDay,
  lastDay,
  donations,
  amountMinor: donations * 100,
  serviceFeesMinor: donations * 10,
});
const reversal = (donation: string, day: string, settledOn = '2026-03-01'): Reversal => ({
  donation,
  settledOn,
  day,
  amountMinor: 100,
  serviceFeesMinor: 10,
});

describe('days of donations', () => {
  test('are groups if they have five donations, are joined if they have fewer, and wait at the end', () => {
    const days = [
      received('2026-03-01', 7),
      received('2026-03-02', 3),
      received('2026-03-05', 2),
      received('2026-03-06', 4),
    ];
    expect(groupDays(days)).toEqual([group('2026-03-01', '2026-03-01', 7), group('2026-03-02', '2026-03-05', 5)]);
  });

  test('are not a group if they have fewer than five donations together', () => {
    expect(groupDays([received('2026-03-01', 4)])).toEqual([]);
  });
});

describe('reversals', () => {
  const many = [group('2026-03-01', '2026-03-01', 50)];
  const five = ['a', 'b', 'c', 'd', 'e'];

  test('of five donations are a group, which ends with the day of the last one', () => {
    const days = five.map((donation, index) => reversal(donation, `2026-03-0${Math.min(index + 2, 5)}`));
    expect(groupReversals(days, many)).toEqual([group('2026-03-02', '2026-03-05', 5)]);
    expect(groupReversals(days.slice(1), many)).toEqual([]);
  });

  test('do not count toward five if an earlier group has their donation', () => {
    const first = five.map((donation) => reversal(donation, '2026-03-02'));
    const again = [...five.slice(1), 'f'].map((donation) => reversal(donation, '2026-03-03'));
    expect(groupReversals([...first, ...again], many)).toHaveLength(1);
  });

  test('wait while an earlier one is of an unpublished donation', () => {
    const days = [
      reversal('x', '2026-03-02', '2026-03-02'),
      ...five.map((donation) => reversal(donation, '2026-03-03')),
    ];
    expect(groupReversals(days, many)).toEqual([]);
  });

  test('are withheld if they would leave fewer than five donations of a group untouched', () => {
    const days = five.map((donation) => reversal(donation, '2026-03-02'));
    expect(groupReversals(days, [group('2026-03-01', '2026-03-01', 10)])).toHaveLength(1);
    expect(groupReversals(days, [group('2026-03-01', '2026-03-01', 9)])).toEqual([]);
  });
});

/** A payee's donations by day, and the days on which some of them are reversed. */
const histories = fc.record({
  days: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
  reversals: fc.array(fc.record({ which: fc.nat(), after: fc.integer({ min: 0, max: 5 }) }), { maxLength: 24 }),
});

const start = '2026-03-01';

interface History {
  readonly settledOn: readonly string[];
  readonly reversals: readonly (Reversal & { readonly number: number })[];
}

function historyOf({ days, reversals }: typeof histories extends fc.Arbitrary<infer Value> ? Value : never): History {
  const settledOn = days.flatMap((count, day) => Array.from({ length: count }, () => addDays(start, day)));
  const placed = reversals.flatMap(({ which, after }) => {
    const number = which % Math.max(settledOn.length, 1);
    const settled = settledOn[number];
    return settled === undefined ? [] : [{ ...reversal(String(number), addDays(settled, after), settled), number }];
  });
  return {
    settledOn,
    reversals: placed.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
  };
}

/** Returns every published sum as a row of weights, one for each donation: 1 if the donation is in the sum, otherwise 0. */
function publishedSums({ settledOn, reversals }: History): number[][] {
  const byDay = [...new Set(settledOn)]
    .toSorted()
    .map((day) => received(day, settledOn.filter((on) => on === day).length));
  const groups = groupDays(byDay);
  const inGroup = (days: NewGroup, day: string) => days.firstDay <= day && day <= days.lastDay;
  const rows = groups.map((days) => settledOn.map((day) => (inGroup(days, day) ? 1 : 0)));
  const reversedSets = reversedIn(groupReversals(reversals, groups), reversals, groups);
  return [...rows, ...reversedSets.map((set) => settledOn.map((_, number) => (set.has(number) ? 1 : 0)))];
}

/** Returns the donations of each group of reversals. A group has a donation if its sums depend on the donation's reversals. */
function reversedIn(
  groups: readonly NewGroup[],
  reversals: History['reversals'],
  receivedGroups: readonly NewGroup[],
): Set<number>[] {
  return groups.map((days) => {
    const listed = reversals.filter(({ day }) => days.firstDay <= day && day <= days.lastDay);
    const until = reversals.filter(({ day }) => day <= days.lastDay);
    const isIn = (number: number) => dependsOn(until, receivedGroups, number);
    return new Set(listed.map(({ number }) => number).filter(isIn));
  });
}

/** Returns true if a published sum depends on a donation's reversals. */
function dependsOn(reversals: History['reversals'], receivedGroups: readonly NewGroup[], number: number): boolean {
  const sumOf = (listed: History['reversals']) =>
    groupReversals(listed, receivedGroups).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const weighted = reversals.map((one) => (one.number === number ? { ...one, amountMinor: 1_000_000 } : one));
  return sumOf(weighted) !== sumOf(reversals);
}

/** Computes the rank of a matrix over the rationals. */
function rankOf(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => [...row]);
  let rank = 0;
  for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
    const pivot = rows.findIndex((row, index) => index >= rank && Math.abs(row[column] ?? 0) > 1e-9);
    if (pivot === -1) continue;
    [rows[rank], rows[pivot]] = [rows[pivot]!, rows[rank]!];
    const top = rows[rank]!;
    for (const row of rows.slice(rank + 1)) {
      const factor = (row[column] ?? 0) / (top[column] ?? 1);
      for (let at = column; at < row.length; at += 1) row[at] = (row[at] ?? 0) - factor * (top[at] ?? 0);
    }
    rank += 1;
  }
  return rank;
}

function* subsetsOf(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) return yield [];
  for (let first = from; first < count; first += 1)
    for (const rest of subsetsOf(count, size - 1, first + 1)) yield [first, ...rest];
}

/** Returns true if some combination of published sums, with any factors, is about at most four donations. */
function isolatesFew(sums: readonly (readonly number[])[], donations: number): boolean {
  const rank = rankOf(sums);
  if (rank === 0) return false;
  for (const few of subsetsOf(donations, Math.min(groupDonationsMin - 1, donations)))
    if (rankOf(sums.map((row) => row.filter((_, number) => !few.includes(number)))) < rank) return true;
  return false;
}

test('the check finds sums that isolate fewer than five donations', () => {
  const seven = [1, 1, 1, 1, 1, 1, 1];
  expect(isolatesFew([seven], 7)).toBe(false);
  expect(isolatesFew([seven, [1, 1, 1, 1, 1, 0, 0]], 7)).toBe(true);
});

test('no combination of published sums isolates fewer than five donations', () => {
  fc.assert(
    fc.property(histories, (random) => {
      const history = historyOf(random);
      fc.pre(history.settledOn.length <= 18);
      expect(isolatesFew(publishedSums(history), history.settledOn.length)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('later days and reversals only add groups', () => {
  fc.assert(
    fc.property(histories, fc.nat(9), (random, days) => {
      const { settledOn, reversals } = historyOf(random);
      const until = addDays(start, days);
      const groupsUntil = (end: string) => {
        const listed = settledOn.filter((day) => day <= end);
        const byDay = [...new Set(listed)].map((day) => received(day, listed.filter((on) => on === day).length));
        const groups = groupDays(byDay);
        return {
          groups,
          reversed: groupReversals(
            reversals.filter(({ day }) => day <= end),
            groups,
          ),
        };
      };
      const [before, after] = [groupsUntil(until), groupsUntil('9999')];
      expect(after.groups.slice(0, before.groups.length)).toEqual(before.groups);
      expect(after.reversed.slice(0, before.reversed.length)).toEqual(before.reversed);
    }),
  );
});
