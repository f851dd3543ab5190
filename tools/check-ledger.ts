import { parseArgs } from 'node:util';
import { formatCountOf } from '#domain/money/format.ts';
import { readConfig } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { checkLedger, checkSinceLast, type LedgerFinding } from '#server/ledger/index.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run check:ledger`: checks the ledger of the configured database, and changes nothing. With `--since-last` it checks what
 * was posted since the last check with this option and, if all is correct, stores how far it got. Prints every finding and
 * exits with 1 if there is one, or if there is no ledger to check.
 */
await runOperatorCommand(async () => {
  const { values } = parseArgs({ options: { 'since-last': { type: 'boolean', default: false } } });
  const db = await openExistingDatabase(readConfig(process.env));
  const { findings, scope } = await (values['since-last'] ? checkNew(db) : checkAll(db));
  await db.close();
  for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
  process.stdout.write(findings.length === 0 ? `${scope}\n` : `${formatCountOf(findings.length, 'finding')}.\n`);
  return findings.length === 0 ? 0 : 1;
});

/** The findings, and the sentences to print if there are none. */
interface Checked {
  readonly findings: readonly LedgerFinding[];
  readonly scope: string;
}

async function checkAll(db: Database): Promise<Checked> {
  return { findings: await checkLedger(db.read), scope: 'The ledger is correct.' };
}

async function checkNew(db: Database): Promise<Checked> {
  const { since, lastVerifiedAt, findings } = await checkSinceLast(db, new Date());
  if (since === undefined)
    return { findings, scope: 'The ledger is correct. The next check starts where this one ended.' };
  const scope = `What was posted since ${since} is correct.
Earlier rows were checked at ${lastVerifiedAt} and were not read again: npm run check:ledger finds what was changed in them.`;
  return { findings, scope };
}
