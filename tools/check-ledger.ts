import { checkLedger } from '#server/ledger/index.ts';
import { operatorDeps } from './operator-deps.ts';

/** Proves the books of the configured database; exit code 1 and a line for each finding when they are wrong. */
const deps = await operatorDeps(process.env);
const findings = await checkLedger(deps.db.read);
await deps.db.close();
for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
process.stdout.write(findings.length === 0 ? 'The books are right.\n' : `${findings.length} findings.\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
