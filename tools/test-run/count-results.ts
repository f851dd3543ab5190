import { relative } from 'node:path';
import * as z from 'zod/mini';

/** The outcome of part of a test run: how many tests passed, and one line for each that did not. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

type FileResult = z.infer<typeof vitestReport>['testResults'][number];

/**
 * Counts vitest's JSON report; undefined means that no report was written. Everything that is not a passed test is a
 * failure: skipped and planned tests, files that did not load, errors outside tests, and a run without tests.
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
  return { passed, failures };
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
