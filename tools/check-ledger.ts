import { formatCountOf } from '#domain/money/format.ts';
import { readConfig } from '#server/config/config.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run check:ledger`: checks the ledger of the configured database, and changes nothing. Prints every finding and exits
 * with 1 if there is one, or if there is no ledger to check.
 */
await runOperatorCommand(async () => {
  const db = await openExistingDatabase(readConfig(process.env));
  const findings = await checkLedger(db.read);
  await db.close();
  for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
  process.stdout.write(
    findings.length === 0 ? 'The ledger is correct.\n' : `${formatCountOf(findings.length, 'finding')}.\n`,
  );
  return findings.length === 0 ? 0 : 1;
});
