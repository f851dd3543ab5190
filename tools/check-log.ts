import { formatCountOf } from '#domain/money/format.ts';
import { readConfig } from '#server/config/config.ts';
import { checkLog } from '#server/public-log/index.ts';
import { openExistingDatabase } from './existing-database.ts';
import { runOperatorCommand } from './operator-command.ts';

/**
 * `npm run check:log`: compares the public log of the configured database with the ledger and itself, and changes nothing.
 * Prints every finding and exits with 1 if there is one, or if there is no database to check.
 */
await runOperatorCommand(async () => {
  const db = await openExistingDatabase(readConfig(process.env));
  const findings = await checkLog(db.patient.read);
  await db.close();
  for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
  process.stdout.write(
    findings.length === 0 ? 'The public log is correct.\n' : `${formatCountOf(findings.length, 'finding')}.\n`,
  );
  return findings.length === 0 ? 0 : 1;
});
