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
    : runPostgres('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--file=${file}`]);

/** Copies an SQLite database with one step of its online backup: a single snapshot, however much is written at the same time. */
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

/** Throws an UnusableBackup for a file that is damaged or not a database. */
function assertIntact(file: string): void {
  let finding: unknown;
  try {
    const db = new DatabaseSync(file);
    finding = db.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
    db.close();
  } catch (error) {
    finding = error instanceof Error ? error.message : error;
  }
  if (finding !== 'ok') throw new UnusableBackup(`The backup is damaged: ${String(finding)}.`);
}

/** The error of a check that failed because of the backup itself. Other errors say nothing about the backup. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

async function inScratchDatabase<Result>(
  file: string,
  serverUrl: string,
  work: (scratch: DatabaseConfig) => Promise<Result>,
) {
  const url = parseServerUrl(serverUrl);
  const name = `${scratchPrefix}${Date.now()}`;
  url.pathname = `/${name}`;
  await onServer(serverUrl, async (server) => {
    await dropOldScratchDatabases(server);
    await createScratchDatabase(server, name);
  });
  try {
    await runPostgres('pg_restore', url.href, ['--no-owner', '--exit-on-error', file]);
    return await work({ databaseUrl: url.href, dataDir: tmpdir() });
  } finally {
    await onServer(serverUrl, (server) => dropScratchDatabase(server, name));
  }
}

/** Throws a Refusal that does not repeat the URL, which may contain a password. */
function parseServerUrl(serverUrl: string): URL {
  if (!/^postgres(ql)?:/.test(serverUrl) || !URL.canParse(serverUrl))
    throw new Refusal('The URL of the server must begin with postgres://.');
  return new URL(serverUrl);
}

/** Connects only during `work`. A connection kept through a long restore could be cut, and the scratch database would stay. */
async function onServer(serverUrl: string, work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

const scratchPrefix = 'backup_check_';

/** Drops the scratch databases of killed checks. Their names end with the time at which they were created. */
async function dropOldScratchDatabases(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^${scratchPrefix}[0-9]+$' and datdba = (select oid from pg_roles where rolname = current_user)`,
  );
  for (const { name } of rows)
    if (Date.now() - Number(name.slice(scratchPrefix.length)) > checkMaxMs) await dropScratchDatabase(server, name);
}

/** Longer than any check. */
const checkMaxMs = 24 * 60 * 60 * 1000;

const dropScratchDatabase = async (server: pg.Client, name: string): Promise<void> =>
  void (await server.query(`drop database if exists ${name} with (force)`));

async function createScratchDatabase(server: pg.Client, name: string): Promise<void> {
  try {
    await server.query(`create database ${name} template template0`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      `A backup is checked in a scratch database, which cannot be created: ${reason}. Let the user of DATABASE_URL create databases, or name another server with --server.`,
    );
  }
}

async function runPostgres(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  programArguments: readonly string[],
): Promise<void> {
  const folder = await findPostgresPrograms(process.env, [program]);
  if (folder === undefined) throw new Refusal(`${program} is missing: install PostgreSQL's client programs.`);
  const { url, password } = splitPassword(databaseUrl);
  const { exitCode, output } = await runCommand(join(folder, program), [...programArguments, `--dbname=${url}`], {
    env: password === undefined ? process.env : { ...process.env, PGPASSWORD: password },
  });
  if (exitCode === 0) return;
  const sentence = `${program} failed: ${reasonIn(output)}`;
  throw program === 'pg_restore' ? new UnusableBackup(sentence) : new Refusal(sentence);
}

/** The first error that a program reports. The lines after it can quote rows with the data of donors. */
const reasonIn = (output: string): string =>
  output.split('\n').find((line) => /\b(?:error|FATAL):/.test(line)) ?? output.trim().split('\n')[0] ?? '';

/** Separates the password from a database's URL, because every user of a machine can read the arguments of its programs. */
function splitPassword(databaseUrl: string): { readonly url: string; readonly password: string | undefined } {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  return { url: url.href, password: password === '' ? undefined : password };
}
