import { parseArgs } from 'node:util';
import { formatCountOf } from '#domain/money/format.ts';
import { readConfig } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { checkLedger, checkSinceLast, type LedgerFinding } from '#server/ledger/index.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openExistingDatabase } from './existing-database.ts';

/**
 * `npm run check:ledger`: checks the ledger of the configured database without changing it. With `--since-last`, checks only the
 * entries since the last such check, and stores how far it got if all is correct. Prints every finding, and exits with 1 if
 * there are findings or there is no ledger.
 */
await runOperatorCommand(async () => {
  const { values } = parseArgs({ options: { 'since-last': { type: 'boolean', default: false } } });
  const db = await openExistingDatabase(readConfig(process.env));
  const { findings, successText } = await (values['since-last'] ? checkNew(db) : checkAll(db));
  await db.close();
  for (const { rule, subject } of findings) process.stdout.write(`broken: ${rule}: ${subject}\n`);
  process.stdout.write(findings.length === 0 ? `${successText}\n` : `${formatCountOf(findings.length, 'finding')}.\n`);
  return findings.length === 0 ? 0 : 1;
});

/** The findings, and the sentences to print if there are none. */
interface CheckResult {
  readonly findings: readonly LedgerFinding[];
  readonly successText: string;
}

async function checkAll(db: Database): Promise<CheckResult> {
  return { findings: await checkLedger(db.read), successText: 'The ledger is correct.' };
}

async function checkNew(db: Database): Promise<CheckResult> {
  const { since, lastVerifiedAt, findings } = await checkSinceLast(db, new Date());
  if (since === undefined)
    return { findings, successText: 'The ledger is correct. The next check starts where this one ended.' };
  const successText = `What was posted since ${since} is correct.
Earlier rows were checked at ${lastVerifiedAt} and were not read again. To find changes in them, run npm run check:ledger.`;
  return { findings, successText };
}
