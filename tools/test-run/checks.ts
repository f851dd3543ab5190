import { runCommand } from '../provision/run-command.ts';
import { inProject, rootPath } from '../start/paths.ts';
import { secondsSince } from '../start/progress.ts';
import type { Outcome } from './count-results.ts';

/** A check of all code by one program; it passes or fails as a whole. */
export interface Check {
  readonly title: string;
  /** Name in `node_modules/.bin`, and its arguments. */
  readonly program: string;
  readonly programArguments: readonly string[];
}

/** Checks that need neither a database nor a browser. */
export const codeChecks: readonly Check[] = [
  // The linter's compiler reports its own errors too: a second compiler would check every type again.
  { title: 'types and lint', program: 'oxlint', programArguments: ['--type-aware', '--type-check'] },
  { title: 'format', program: 'oxfmt', programArguments: ['--check'] },
];

/** Runs a check, and shows the program's output if the check fails. */
export function runCheck({ title, program, programArguments }: Check): Promise<Outcome> {
  return showOutcome(title, async () => {
    const command = [inProject('node_modules', '.bin', program), ...programArguments];
    const { exitCode, output } = await runCommand(process.execPath, command, { cwd: rootPath });
    return exitCode === 0 ? undefined : output.trimEnd() || `${program} ended with exit code ${exitCode}`;
  });
}

/** Runs work that counts as one test and resolves to undefined or to a problem. Prints the result when it is done. */
export async function showOutcome(title: string, work: () => Promise<string | undefined>): Promise<Outcome> {
  const startedAt = performance.now();
  const problem = await work();
  console.log(`${title} … ${problem === undefined ? 'passed' : 'FAILED'} (${secondsSince(startedAt)})`);
  if (problem === undefined) return { passed: 1, failures: [] };
  console.log(problem);
  return { passed: 0, failures: [title] };
}
