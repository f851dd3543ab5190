import { formatCountOf } from '#domain/money/format.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { operatorDeps } from './operator-deps.ts';

/** `npm run check:ledger`: checks the ledger of the configured database. Prints every finding and exits with 1 if there is one. */
const deps = await operatorDeps(process.env);
const findings = await checkLedger(deps.db.read);
await deps.db.close();
for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
process.stdout.write(
  findings.length === 0 ? 'The ledger is correct.\n' : `${formatCountOf(findings.length, 'finding')}.\n`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
