import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCountOf } from '#domain/money/format.ts';
import { recordBackupCheck } from '#server/backups/index.ts';
import { readConfig } from '#server/config/config.ts';
import { systemRandom } from '#server/ids.ts';
import { ensureInstallation } from '#server/payments/index.ts';
import { listBackups } from './backup/backup-files.ts';
import { checkBackup } from './backup/check-backup.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openExistingDatabase } from './existing-database.ts';
import { Refusal } from './start/refusal.ts';

/**
 * `npm run backup:check -- FOLDER [--server URL]`: restores the newest backup into a scratch database and checks its ledger.
 * Exits with 1 if the backup cannot be used.
 */
await runOperatorCommand(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { server: { type: 'string' } } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new Refusal('Usage: npm run backup:check -- FOLDER [--server URL]');
  const config = readConfig(process.env);
  const db = await openExistingDatabase(config);
  try {
    const installationId = await ensureInstallation(db, systemRandom());
    const backups = existsSync(folder) ? listBackups(folder, installationId) : [];
    const newest = backups.find(({ engine }) => engine === db.engine);
    if (!newest) throw new Refusal(`There is no backup of this database in ${resolve(folder)}.`);
    const serverUrl = config.databaseUrl && (values.server ?? config.databaseUrl);
    const { donations, newest: donatedAt, problem } = await checkBackup(join(resolve(folder), newest.name), serverUrl);
    await recordBackupCheck(db.write, { ...newest, checkedAt: new Date(), problem });
    if (problem !== undefined) {
      process.stdout.write(`${newest.name} cannot be used: ${problem}\n`);
      return 1;
    }
    const last = donatedAt === null ? '' : `, the newest from ${donatedAt}`;
    process.stdout.write(
      `${newest.name} can be restored: ${formatCountOf(donations, 'donation')}${last}. The ledger is correct.\n`,
    );
    return 0;
  } finally {
    await db.close();
  }
});
