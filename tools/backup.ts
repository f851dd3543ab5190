import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordBackup } from '#server/backups/index.ts';
import { readConfig } from '#server/config/config.ts';
import { systemRandom } from '#server/ids.ts';
import { ensureInstallation } from '#server/payments/index.ts';
import { backupName, removeOldBackups, writeBackup } from './backup/backup-files.ts';
import { runOperatorCommand } from './operator-command.ts';
import { dumpDatabase } from './backup/engines.ts';
import { openExistingDatabase } from './existing-database.ts';
import { Refusal } from './start/refusal.ts';

/** `npm run backup -- FOLDER [--keep 14]`: backs up the configured database while the product runs, and removes old backups. */
await runOperatorCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string', default: '14' } },
  });
  const [folder] = positionals;
  const keep = Number(values.keep);
  if (folder === undefined || positionals.length > 1 || !Number.isInteger(keep) || keep < 1)
    throw new Refusal('Usage: npm run backup -- FOLDER [--keep 14]');
  const config = readConfig(process.env);
  const db = await openExistingDatabase(config);
  try {
    const madeAt = new Date();
    const installationId = await ensureInstallation(db, systemRandom());
    const name = backupName(madeAt, db.engine, installationId);
    await writeBackup(resolve(folder), name, (draft) => dumpDatabase(config, draft));
    await recordBackup(db.write, name, madeAt);
    const removed = removeOldBackups(resolve(folder), installationId, keep);
    const megabytes = (statSync(join(folder, name)).size / 1e6).toFixed(1);
    process.stdout.write(`Wrote ${join(folder, name)} (${megabytes} MB).\n`);
    for (const old of removed) process.stdout.write(`Removed ${old}.\n`);
  } finally {
    await db.close();
  }
  return 0;
});
