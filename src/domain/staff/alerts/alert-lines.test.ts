import { expect, test } from 'vitest';
import { alertLines } from './alert-lines.ts';
import type { Condition } from './condition.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));
const dispute = (key: string, since: number, due?: number): Condition => ({
  key,
  kind: 'disputes',
  since: day(since),
  dueAt: due === undefined ? undefined : day(due),
  donationId: `don_${key}`,
});

test('an alert has one line for each kind, with the earliest beginning and the earliest deadline', () => {
  const job = { key: 'job:1', kind: 'deadJobs', since: day(4) } as const;
  expect(alertLines([job, dispute('a', 3), dispute('b', 2, 9), dispute('c', 5, 8)])).toEqual([
    { kind: 'disputes', count: 3, since: day(2), dueAt: day(8), path: '/admin/review#disputes' },
    { kind: 'deadJobs', count: 1, since: day(4), path: '/admin/review#jobs' },
  ]);
});

test('a line about one donation leads to that donation', () => {
  expect(alertLines([dispute('a', 3)])).toEqual([
    { kind: 'disputes', count: 1, since: day(3), path: '/admin/donations/don_a' },
  ]);
});
