/**
 * `npm test`: installs what the tests need, then checks types, lint and format, builds, and runs all tests, with a browser and
 * both databases. The last line is `N passed, N failed`; exits with 1 when anything failed or could not run.
 */
import type { ChildProcess } from 'node:child_process';
import { machineInstaller } from './provision/install-programs.ts';
import { provideTestEnvironment, type TestEnvironment } from './provision/test-environment.ts';
import { buildIfStale } from './start/builds.ts';
import { codeChecks, runCheck, showOutcome } from './test-run/checks.ts';
import { type Outcome, summaryLine } from './test-run/count-results.ts';
import { runVitest } from './test-run/run-vitest.ts';

/**
 * Number of test files that run at the same time. With only two, two cores are idle for a third of the time, because a test
 * often waits for a browser, a database or another process.
 */
const vitestWorkers = 3;

const outcomes: Outcome[] = [];
let vitest: ChildProcess | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    vitest?.kill(signal);
    process.exit(130); // when this process ends, PostgreSQL is stopped and its files are removed
  });
}

const preparation = prepare(); // downloads while the checks run
outcomes.push(...(await Promise.all([...codeChecks.map(runCheck), showOutcome('build', buildAll)])));
const provided = await preparation;
console.log('\nTests');
const testVariables = { ...process.env, ...provided.variables };
outcomes.push(await runVitest(['--maxWorkers', String(vitestWorkers)], testVariables, (started) => (vitest = started)));
await provided.stop();

const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(['Failed:', ...failures.map((failure) => `  ${failure}`), ''].join('\n'));
console.log(summaryLine(outcomes));
process.exit(failures.length === 0 ? 0 : 1);

/** Prepares the test environment. A missing program counts as a failure; tests that do not need it still run. */
async function prepare(): Promise<TestEnvironment> {
  const environment = provideTestEnvironment(process.env, machineInstaller());
  const findProblems = async (): Promise<string | undefined> => {
    const {
      TEST_CHROMIUM_PROBLEM: noBrowser,
      TEST_POSTGRES_PROBLEM: noDatabase,
      TEST_PYTHON_PROBLEM: noPython,
    } = (await environment).variables;
    return [noBrowser, noDatabase, noPython].filter((problem) => problem !== undefined).join('\n') || undefined;
  };
  outcomes.push(await showOutcome('browser, database and Python', findProblems));
  return environment;
}

async function buildAll(): Promise<string | undefined> {
  try {
    await buildIfStale(['pages', 'server'], (_title, work) => work());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
