import { parseArgs } from 'node:util';
import { recordBackup } from '#server/backups/index.ts';
import { readConfig } from '#server/config/config.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openExistingDatabase } from './existing-database.ts';
import { Refusal } from './start/refusal.ts';

/** `npm run backup:note -- NAME`: records that another tool, such as pgBackRest, has just made a backup. */
await runOperatorCommand(async () => {
  const [name, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (name === undefined || others.length > 0) throw new Refusal('Usage: npm run backup:note -- NAME');
  const db = await openExistingDatabase(readConfig(process.env));
  try {
    await recordBackup(db.write, name, new Date());
    process.stdout.write(`Noted the backup ${name}.\n`);
  } finally {
    await db.close();
  }
  return 0;
});
