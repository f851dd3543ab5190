import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { seedCatalogue } from '#server/catalogue/index.ts';
import type { Database, Engine } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { initializeCluster, startServer } from '#tools/provision/cluster-server.ts';
import { startPostgresCluster, type PostgresCluster } from '#tools/provision/postgres-cluster.ts';
import { provideTestPrograms } from '#tools/provision/test-programs.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';

/** A migrated and seeded database of the product, for one server under test. */
export interface BenchDatabase {
  /** Environment variables that name the database to a started process. */
  readonly environment: Readonly<Record<string, string>>;
  /** This process's own connection, to prepare rows and check results. */
  readonly db: Database;
  /** The processes of the database server that serve this database; none with SQLite. */
  serverPids(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Creates databases of one engine. */
export interface DatabaseSource {
  readonly engine: Engine;
  /** The engine's name in the report. */
  readonly title: string;
  /** A folder for logs and database files, removed at the end unless it is kept. */
  readonly folder: string;
  /** Replaces a database of the same name. The new one is empty, or a copy of `copied`, which must not be in use. */
  create(name: string, copied?: string): Promise<BenchDatabase>;
  /** Opens a database that was created before, even by an earlier run with the same folder. */
  open(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** SQLite in a temporary folder or in `keep`, with the product's settings: every commit is flushed to disk. */
export async function sqliteSource(keep: string | undefined): Promise<DatabaseSource> {
  const folder = makeFolder('sqlite', keep);
  const open = (name: string) => openBenchDatabase({ DATA_DIR: join(folder, name) });
  return {
    engine: 'sqlite',
    title: 'SQLite',
    folder,
    create: async (name, copied) => {
      rmSync(join(folder, name), { recursive: true, force: true });
      if (copied !== undefined) cpSync(join(folder, copied), join(folder, name), { recursive: true });
      return open(name);
    },
    open,
    stop: async () => removeUnlessKept(folder, keep),
  };
}

/**
 * PostgreSQL on a cluster with the settings of the tests, temporary or in `keep`. It does not flush commits to disk, so they are
 * faster than on a real server and the product's own cost weighs more. If programs are missing, the error says what to install.
 */
export async function postgresSource(keep: string | undefined): Promise<DatabaseSource> {
  const installer = { obstacle: 'benchmarks install nothing', install: async () => undefined };
  const { postgres } = await provideTestPrograms(process.env, installer);
  if ('problem' in postgres) throw new Error(postgres.problem);
  const folder = makeFolder('postgres', keep);
  const cluster =
    keep === undefined
      ? await startPostgresCluster(postgres.path)
      : await startKeptCluster(postgres.path, join(folder, 'cluster'));
  const open = (name: string) => openBenchDatabase({ DATA_DIR: folder, DATABASE_URL: urlOf(cluster.url, name) });
  return {
    engine: 'postgres',
    title: 'PostgreSQL',
    folder,
    create: async (name, copied = 'template1') => {
      await onCluster(cluster.url, [
        `drop database if exists ${name}`,
        `create database ${name} template ${copied} strategy file_copy`,
      ]);
      return open(name);
    },
    open,
    stop: async () => {
      await cluster.stop();
      removeUnlessKept(folder, keep);
    },
  };
}

/** Starts the cluster in a folder, and creates both if there are none. The data stays when the cluster stops. */
async function startKeptCluster(programFolder: string, folder: string): Promise<PostgresCluster> {
  const user = userForPostgres();
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    await initializeCluster(programFolder, folder, user);
  }
  return startServer(programFolder, folder, user);
}

function makeFolder(engine: Engine, keep: string | undefined): string {
  if (keep === undefined) return mkdtempSync(join(tmpdir(), `bench-${engine}-`));
  const folder = join(keep, engine);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return folder;
}

const removeUnlessKept = (folder: string, keep: string | undefined): void =>
  keep === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined;

/** While writing a year of donations, a busy server exceeds the product's usual time limits. */
const timeLimitFactor = 100;

async function openBenchDatabase(environment: { DATA_DIR: string; DATABASE_URL?: string }): Promise<BenchDatabase> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
  const db = openDatabase({ dataDir, databaseUrl, timeLimitFactor }, () => undefined);
  await migrate(db);
  await seedCatalogue(db);
  const serverPids = async (): Promise<number[]> => {
    if (db.engine === 'sqlite') return [];
    const { rows } = await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where datname = current_database()`.execute(db.read);
    return rows.map(({ pid }) => pid);
  };
  return { environment, db, serverPids, close: () => db.close() };
}

async function onCluster(clusterUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
