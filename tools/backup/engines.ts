import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { sqliteFile } from '#server/db/sqlite.ts';
import { findPostgresPrograms } from '../provision/find-programs.ts';
import { runCommand } from '../provision/run-command.ts';
import { Refusal } from '../start/refusal.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Writes a backup of the configured database to a file, while the product runs. */
export const dumpDatabase = ({ databaseUrl, dataDir }: DatabaseConfig, file: string): Promise<void> =>
  databaseUrl === undefined
    ? copySqlite(join(dataDir, sqliteFile), file)
    : runPostgres('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${databaseUrl}`]);

/** SQLite's online backup in one step: a single snapshot, however much is written during it. */
async function copySqlite(source: string, file: string): Promise<void> {
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(db, file, { rate: allPages });
  } finally {
    db.close();
  }
}

const allPages = 2 ** 31 - 1;

/**
 * Restores a backup into a scratch database, which is removed after `work`. The file itself is not touched. A backup of
 * PostgreSQL needs the URL of a server on which a database can be created.
 */
export const withRestored = <Result>(
  file: string,
  serverUrl: string | undefined,
  work: (scratch: DatabaseConfig) => Promise<Result>,
): Promise<Result> =>
  serverUrl === undefined ? inScratchFolder(file, work) : inScratchDatabase(file, serverUrl, work);

async function inScratchFolder<Result>(file: string, work: (scratch: DatabaseConfig) => Promise<Result>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'backup-check-'));
  try {
    const copy = join(dataDir, sqliteFile);
    copyFileSync(file, copy);
    assertIntact(copy);
    return await work({ dataDir, databaseUrl: undefined });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Throws a Refusal for a file that is no database or is damaged. */
function assertIntact(file: string): void {
  let finding: unknown;
  try {
    const db = new DatabaseSync(file);
    finding = db.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
    db.close();
  } catch (error) {
    finding = error instanceof Error ? error.message : error;
  }
  if (finding !== 'ok') throw new Refusal(`The backup is damaged: ${String(finding)}.`);
}

async function inScratchDatabase<Result>(
  file: string,
  serverUrl: string,
  work: (scratch: DatabaseConfig) => Promise<Result>,
) {
  const name = `backup_check_${Date.now()}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await createScratch(server, name);
    await runPostgres('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url.href}`, file]);
    return await work({ databaseUrl: url.href, dataDir: tmpdir() });
  } finally {
    await server.query(`drop database if exists ${name}`);
    await server.end();
  }
}

async function createScratch(server: pg.Client, name: string): Promise<void> {
  try {
    await server.query(`create database ${name} template template0`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      `A backup is checked in a scratch database, which cannot be created: ${reason}. Let the user of DATABASE_URL create databases, or name another server with --server.`,
    );
  }
}

async function runPostgres(program: 'pg_dump' | 'pg_restore', programArguments: readonly string[]): Promise<void> {
  const folder = await findPostgresPrograms(process.env, [program]);
  if (folder === undefined) throw new Refusal(`${program} is missing: install PostgreSQL's client programs.`);
  const { exitCode, output } = await runCommand(join(folder, program), programArguments);
  if (exitCode !== 0) throw new Refusal(`${program} failed: ${output.trim()}`);
}
