import { expect, test } from 'vitest';
import { countResults, summaryLine } from './count-results.ts';

const file = (statuses: string[], status = 'passed', message = '') => ({
  name: '/project/src/money.test.ts',
  status,
  message,
  assertionResults: statuses.map((each, position) => ({ fullName: `fact ${position}`, status: each })),
});
const count = (files: unknown[], exitCode: number | null = 0) =>
  countResults({ testResults: files }, exitCode, '/project');

test('passed tests are counted', () => {
  expect(count([file(['passed', 'passed']), file(['passed'])])).toEqual({ passed: 3, failures: [] });
});

test('a failed test is named with its file', () => {
  expect(count([file(['passed', 'failed'], 'failed')], 1)).toEqual({
    passed: 1,
    failures: ['src/money.test.ts: fact 1'],
  });
});

test.each(['skipped', 'todo', 'pending', 'disabled'])('a test that is %s is a failure', (status) => {
  expect(count([file([status])])).toEqual({
    passed: 0,
    failures: [`src/money.test.ts: fact 0 (${status}: every test must run)`],
  });
});

test('a file that does not load is a failure', () => {
  expect(count([file([], 'failed', 'Cannot find module')], 1).failures).toEqual([
    'src/money.test.ts: Cannot find module',
  ]);
});

test('a failing hook around passed tests is a failure', () => {
  expect(count([file(['passed'], 'failed', 'afterAll failed')], 1)).toEqual({
    passed: 1,
    failures: ['src/money.test.ts: afterAll failed'],
  });
});

test('an error outside of the tests is a failure', () => {
  expect(count([file(['passed'])], 1)).toEqual({
    passed: 1,
    failures: ['an error outside of the tests (exit code 1)'],
  });
});

test('a run that finds no tests is a failure', () => {
  expect(count([], 0).failures).toEqual(['no tests were found']);
});

test('a run without a report is a failure', () => {
  expect(countResults(undefined, null, '/project').failures).toEqual(['vitest wrote no report (exit code null)']);
});

test('the last line has the number of passed tests and of failures', () => {
  expect(
    summaryLine([
      { passed: 2, failures: [] },
      { passed: 1, failures: ['a', 'b'] },
    ]),
  ).toBe('3 passed, 2 failed');
});
