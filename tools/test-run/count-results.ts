import { relative } from 'node:path';
import * as z from 'zod/mini';

/** How a part of the tests ended: how many passed, and one line for each that did not. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
  /** One line for each that passed only when it was tried again, and why it had failed before. */
  readonly secondTries?: readonly string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
});

type FileResult = z.infer<typeof vitestReport>['testResults'][number];

/**
 * Counts vitest's JSON report; undefined stands for a report that was never written. Everything that is not a passed test is a
 * failure: skipped and planned tests, files that did not load, errors outside of tests, and a run without any test.
 */
export function countResults(report: unknown, exitCode: number | null, root: string): Outcome {
  const parsed = vitestReport.safeParse(report);
  if (!parsed.success) return { passed: 0, failures: [`vitest wrote no report (exit code ${exitCode})`] };
  const files = parsed.data.testResults;
  const passed = files.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length;
  const failures = files.flatMap((file) => failuresOf(file, relative(root, file.name)));
  if (passed === 0 && failures.length === 0) failures.push('no tests were found');
  else if (exitCode !== 0 && failures.length === 0)
    failures.push(`an error outside of the tests (exit code ${exitCode})`);
  const secondTries = files.flatMap((file) => secondTriesOf(file, relative(root, file.name)));
  return { passed, failures, ...(secondTries.length > 0 ? { secondTries } : {}) };
}

/** A test that passed and has a failure to tell of had that at an earlier try. */
function secondTriesOf({ assertionResults }: FileResult, path: string): string[] {
  return assertionResults.flatMap(({ fullName, status, failureMessages: [failure] = [] }) =>
    status === 'passed' && failure !== undefined ? [`${path}: ${fullName}: ${failure.split('\n')[0] ?? ''}`] : [],
  );
}

function failuresOf(file: FileResult, path: string): string[] {
  const failures = file.assertionResults
    .filter((test) => test.status !== 'passed')
    .map(
      (test) => `${path}: ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status}: every test must run)`}`,
    );
  if (failures.length === 0 && file.status !== 'passed') failures.push(`${path}: ${file.message || 'did not load'}`);
  return failures;
}

/** The last line of `npm test`. */
export const summaryLine = (outcomes: readonly Outcome[]): string => {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0);
  return `${passed} passed, ${failed} failed`;
};
