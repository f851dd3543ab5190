import { examine } from './doctor/examine.ts';
import { lineOf, summaryOf } from './doctor/finding.ts';

/**
 * `npm run doctor`: checks the configuration before the first donor uses it. Prints one line per check, with advice if something
 * is wrong, and exits with 1 if there is a problem. It changes nothing.
 */
const findings = await examine(process.env);
for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
process.stdout.write(`\n${summaryOf(findings)}\n`);
process.exitCode = findings.some(({ level }) => level === 'problem') ? 1 : 0;
