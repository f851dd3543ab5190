/**
 * `npm test`: provides what the tests need, then runs types, lint, format, the build, and all tests with browser and both
 * databases. The last line is `N passed, N failed`; the exit code is 1 when anything failed or could not run.
 */
import type { ChildProcess } from 'node:child_process';
import { machineInstaller } from './provision/install-programs.ts';
import { provideTestEnvironment, type TestEnvironment } from './provision/test-environment.ts';
import { buildWebIfStale } from './start/build-web.ts';
import { codeChecks, runCheck, showOutcome } from './test-run/checks.ts';
import { type Outcome, summaryLine } from './test-run/count-results.ts';
import { runVitest } from './test-run/run-vitest.ts';

const outcomes: Outcome[] = [];
let vitest: ChildProcess | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    vitest?.kill(signal);
    process.exit(130); // PostgreSQL goes with this process, and its files with it
  });
}

const provided = await prepare();
for (const check of codeChecks) outcomes.push(await runCheck(check));
outcomes.push(await showOutcome('build', buildPages));
for (const project of ['unit', 'journeys']) {
  console.log(`\n${project} tests`);
  const environment = { ...process.env, ...provided.variables };
  outcomes.push(await runVitest(['--project', project], environment, (started) => (vitest = started)));
}
await provided.stop();

const secondTries = outcomes.flatMap((outcome) => outcome.secondTries ?? []);
if (secondTries.length > 0)
  console.log(['Passed only at the second try:', ...secondTries.map((test) => `  ${test}`), ''].join('\n'));
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(['Failed:', ...failures.map((failure) => `  ${failure}`), ''].join('\n'));
console.log(summaryLine(outcomes));
process.exit(failures.length === 0 ? 0 : 1);

/** What is missing is a failure of its own; everything that can run without it still does. */
async function prepare(): Promise<TestEnvironment> {
  const environment = provideTestEnvironment(process.env, machineInstaller());
  const problems = async (): Promise<string | undefined> => {
    const { TEST_CHROMIUM_PROBLEM: noBrowser, TEST_POSTGRES_PROBLEM: noDatabase } = (await environment).variables;
    return [noBrowser, noDatabase].filter((problem) => problem !== undefined).join('\n') || undefined;
  };
  outcomes.push(await showOutcome('browser and database', problems));
  return environment;
}

async function buildPages(): Promise<string | undefined> {
  try {
    await buildWebIfStale((_title, work) => work());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
