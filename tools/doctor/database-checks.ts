import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { sqliteDurability, sqliteFile } from '#server/db/sqlite.ts';
import { errorCode } from '../start/refusal.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Checks version, durability and schema of the database without changing it. */
export const checkDatabase = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding[]> =>
  config.databaseUrl === undefined ? checkSqlite(config.dataDir) : checkPostgres(config.databaseUrl);

async function checkSqlite(dataDir: string): Promise<Finding[]> {
  const file = join(dataDir, sqliteFile);
  if (!existsSync(file)) return [ok('Database', `${file} will be created at the first start.`)];
  try {
    const database = openUnchanged(file);
    const read = (statement: string): unknown => Object.values(database.prepare(statement).get() ?? {})[0];
    const version = String(read('select sqlite_version()'));
    const isWal = isInWalMode(file);
    const names = database
      .prepare("select count(*) as count from sqlite_master where name = 'kysely_migration'")
      .get()?.['count']
      ? database.prepare('select name from kysely_migration').all()
      : [];
    database.close();
    return [
      ok('Database', `SQLite ${version} responds.`),
      isWal
        ? ok('Durability', `journal mode ${sqliteDurability.journalMode}, synchronous ${sqliteDurability.synchronous}.`)
        : problem(
            'Durability',
            `the journal mode is not ${sqliteDurability.journalMode}. Restart the product to set it.`,
          ),
      checkSchema(names.map(({ name }) => String(name))),
    ];
  } catch (error) {
    return [problem('Database', `${file} cannot be read (${reasonOf(error)}). Restore a backup (docs/runbook.md).`)];
  }
}

/** Reads the mode from byte 18 of the header, because the pragma does not report WAL mode for an immutable file. */
function isInWalMode(file: string): boolean {
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header);
  closeSync(descriptor);
  return header[18] === 2;
}

/** Opens the file without creating a write-ahead log. If it has no log, no other process has it open, so it can be immutable. */
function openUnchanged(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

async function checkPostgres(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined); // the query that fails reports it
  try {
    await client.connect();
    const { rows } = await client.query<PostgresSettings>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as "synchronousCommit",
        current_setting('full_page_writes') as "fullPageWrites",
        current_setting('transaction_read_only') = 'on' as "isReadOnly",
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
        to_regclass('kysely_migration') is not null as "isMigrated"`,
    );
    const settings = rows[0];
    if (!settings) throw new TypeError('PostgreSQL returned no settings');
    const names = settings.isMigrated
      ? (await client.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name)
      : [];
    return [...checkPostgresSettings(settings), checkSchema(names)];
  } catch (error) {
    return [
      problem('Database', `cannot be used (${reasonOf(error)}). Check DATABASE_URL, and that PostgreSQL is running.`),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface PostgresSettings {
  readonly version: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  readonly isReadOnly: boolean;
  /** True if the user can create tables, as migrations do. */
  readonly mayCreateTables: boolean;
  readonly isMigrated: boolean;
}

/** Checks the settings of a server. Exported for tests, because only an administrator of PostgreSQL can cause these faults. */
export function checkPostgresSettings(settings: PostgresSettings): Finding[] {
  const { version, fsync, synchronousCommit, fullPageWrites, isReadOnly, mayCreateTables } = settings;
  const durability = 'Durability';
  const risks = [
    ...(fsync === 'on'
      ? []
      : [problem(durability, `fsync is ${fsync}, so a power failure loses donations. Set fsync = on.`)]),
    ...(fullPageWrites === 'on'
      ? []
      : [
          problem(
            durability,
            `full_page_writes is ${fullPageWrites}, so a power failure can damage tables. Set it to on.`,
          ),
        ]),
    ...(synchronousCommit === 'off'
      ? [problem(durability, 'synchronous_commit is off, so a crash loses the latest donations. Set it to on.')]
      : []),
  ];
  return [
    Number.parseInt(version, 10) >= oldestTested
      ? ok('Database', `PostgreSQL ${version} responds.`)
      : warning(
          'Database',
          `PostgreSQL ${version} responds; the product is tested with ${oldestTested} and later. Upgrade PostgreSQL.`,
        ),
    ...(isReadOnly
      ? [
          problem(
            'Database',
            'it is read-only. Point DATABASE_URL at the primary server, and at a user that can write.',
          ),
        ]
      : []),
    ...(mayCreateTables
      ? []
      : [
          problem(
            'Database',
            'the user in DATABASE_URL cannot create tables, which migrations require. Make this user the owner of the database.',
          ),
        ]),
    ...(risks.length > 0
      ? risks
      : [ok(durability, `fsync and full_page_writes are on, synchronous_commit is ${synchronousCommit}.`)]),
  ];
}

const oldestTested = 15;

function checkSchema(names: readonly string[]): Finding {
  const unknown = names.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    return problem(
      'Schema',
      `the database is newer than this release (${unknown.join(', ')}). Start the newer release.`,
    );
  }
  const missing = migrationNames.length - names.length;
  return missing === 0
    ? ok('Schema', 'up to date.')
    : ok(
        'Schema',
        `${missing} migration${missing === 1 ? '' : 's'} will run at the next start. Back up the database first.`,
      );
}

/** The reason in an error: PostgreSQL explains its refusals in a message; for other errors the code says more. */
function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.message;
  return errorCode(error) ?? (error instanceof Error ? error.message : 'unknown');
}
