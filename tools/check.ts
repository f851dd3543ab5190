/** `npm run check`: checks types, lint, format and architecture within seconds, without a database or browser. */
import { codeChecks, runCheck } from './test-run/checks.ts';
import { type Outcome, summaryLine } from './test-run/count-results.ts';
import { runVitest } from './test-run/run-vitest.ts';

const outcomes: Outcome[] = await Promise.all(codeChecks.map(runCheck));
const environment = { ...process.env, TEST_POSTGRES_PROBLEM: 'The quick check runs without a database.' };
outcomes.push(await runVitest(['--project', 'unit', 'test/architecture.test.ts'], environment));

console.log(summaryLine(outcomes));
process.exitCode = outcomes.every((outcome) => outcome.failures.length === 0) ? 0 : 1;
