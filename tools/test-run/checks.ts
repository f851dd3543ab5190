import { runCommand } from '../provision/run-command.ts';
import { inProject, rootPath } from '../start/paths.ts';
import { secondsSince } from '../start/progress.ts';
import type { Outcome } from './count-results.ts';

/** A check of the whole code by one program; it passes or fails as one. */
export interface Check {
  readonly title: string;
  /** Name in `node_modules/.bin`, and what it is told. */
  readonly program: string;
  readonly programArguments: readonly string[];
}

/** What needs neither database nor browser. */
export const codeChecks: readonly Check[] = [
  { title: 'types', program: 'tsc', programArguments: ['-b'] },
  { title: 'lint', program: 'oxlint', programArguments: ['--type-aware'] },
  { title: 'format', program: 'oxfmt', programArguments: ['--check'] },
];

/** Runs a check, and shows what the program said when it fails. */
export function runCheck({ title, program, programArguments }: Check): Promise<Outcome> {
  return showOutcome(title, async () => {
    const command = [inProject('node_modules', '.bin', program), ...programArguments];
    const { exitCode, output } = await runCommand(process.execPath, command, { cwd: rootPath });
    return exitCode === 0 ? undefined : output.trimEnd() || `${program} ended with exit code ${exitCode}`;
  });
}

/** Does a piece of work that counts as one test; it resolves to undefined, or to what went wrong. Shows how it ended. */
export async function showOutcome(title: string, work: () => Promise<string | undefined>): Promise<Outcome> {
  const startedAt = performance.now();
  process.stdout.write(`${title} … `);
  const problem = await work();
  console.log(`${problem === undefined ? 'passed' : 'FAILED'} (${secondsSince(startedAt)})`);
  if (problem === undefined) return { passed: 1, failures: [] };
  console.log(problem);
  return { passed: 0, failures: [title] };
}
