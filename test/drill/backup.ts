import { copyFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sqliteFile } from '#server/db/sqlite.ts';
import { dumpDatabase } from '#tools/backup/engines.ts';
import type { ProvidedPostgres } from '#tools/provision/provide-postgres.ts';
import { runCommand } from '#tools/provision/run-command.ts';

/** Backs up the database of a running product, and restores it after the product has stopped. */
export interface DatabaseBackup {
  take(): Promise<void>;
  restore(): Promise<void>;
}

export function sqliteBackup(dataDir: string): DatabaseBackup {
  const [file, copy] = [join(dataDir, sqliteFile), join(dataDir, 'backup.db')];
  return {
    take: () => dumpDatabase({ dataDir, databaseUrl: undefined }, copy),
    restore: async () => {
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
      copyFileSync(copy, file);
    },
  };
}

/** Backs up with pg_dump, and restores into an empty schema. */
export function postgresBackup(dataDir: string, { url, programFolder }: ProvidedPostgres): DatabaseBackup {
  const dump = join(dataDir, 'backup.dump');
  const programs = dirname(realpathSync(join(programFolder, 'initdb'))); // the other programs may not be linked beside it
  return {
    take: () => dumpDatabase({ dataDir, databaseUrl: url }, dump),
    restore: async () => {
      await run(join(programs, 'psql'), [url, '-c', 'drop schema public cascade; create schema public']);
      await run(join(programs, 'pg_restore'), ['--no-owner', `--dbname=${url}`, dump]);
    },
  };
}

async function run(program: string, commandArguments: readonly string[]): Promise<void> {
  const { exitCode, output } = await runCommand(program, commandArguments);
  // pg_restore reports that the schema `public` exists already, and continues
  const isHarmless = output.includes('schema "public" already exists');
  if (exitCode !== 0 && !isHarmless) throw new Error(`${program} failed: ${output}`);
}
