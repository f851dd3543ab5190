import { expect, test } from 'vitest';
import { weekUpTo } from './week.ts';

const friday = '2026-11-20';
const marks = (given: readonly string[], today = friday): string =>
  weekUpTo(today, given)
    .map(({ hasDonation }) => (hasDonation ? '#' : '-'))
    .join('');

test.each<[string, readonly string[], string]>([
  ['no donation', [], '-------'],
  ['today', ['2026-11-20'], '------#'],
  ['yesterday', ['2026-11-19'], '-----#-'],
  [
    'Monday to Wednesday and today, with a gap on Thursday',
    ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-20'],
    '--###-#',
  ],
  ['a day with two donations once', ['2026-11-14', '2026-11-14'], '#------'],
  ['no day before the week', ['2026-11-13'], '-------'],
  ['no day that has not begun yet', ['2026-11-21'], '-------'],
])('the week marks %s', (_case, given, expected) => {
  expect(marks(given)).toBe(expected);
});

test('the week ends today and can span a leap day and a new year', () => {
  expect(weekUpTo('2028-03-02', []).map(({ day }) => day.slice(5))).toEqual([
    '02-25',
    '02-26',
    '02-27',
    '02-28',
    '02-29',
    '03-01',
    '03-02',
  ]);
  expect(weekUpTo('2027-01-01', []).map(({ day }) => day)[0]).toBe('2026-12-26');
});
