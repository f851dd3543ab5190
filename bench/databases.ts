import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { seedCatalogue } from '#server/catalogue/index.ts';
import type { Database, Engine } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startPostgresCluster } from '#tools/provision/postgres-cluster.ts';
import { provideTestPrograms } from '#tools/provision/test-programs.ts';

/** A migrated and seeded database of the product, for one server under test. */
export interface BenchDatabase {
  /** Environment variables that name the database to a started process. */
  readonly environment: Readonly<Record<string, string>>;
  /** This process's own connection, to prepare rows and check results. */
  readonly db: Database;
  /** The database server's processes that serve it; none for the embedded database. */
  serverPids(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Creates databases of one engine. */
export interface DatabaseSource {
  readonly engine: Engine;
  /** The engine's name in the report. */
  readonly title: string;
  /** A folder for logs and database files, removed at the end. */
  readonly folder: string;
  create(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** SQLite in a temporary folder, with the product's settings: every commit is flushed to disk. */
export function sqliteSource(): DatabaseSource {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sqlite-'));
  return {
    engine: 'sqlite',
    title: 'SQLite',
    folder,
    create: (name) => openBenchDatabase({ DATA_DIR: join(folder, name) }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * PostgreSQL on a temporary cluster, as in the tests. It does not flush commits to disk, so they are faster than on a real
 * server and the product's own cost weighs more. Throws an error that says what to install.
 */
export async function postgresSource(): Promise<DatabaseSource> {
  const installer = { obstacle: 'benchmarks install nothing', install: async () => undefined };
  const { postgres } = await provideTestPrograms(process.env, installer);
  if ('problem' in postgres) throw new Error(postgres.problem);
  const cluster = await startPostgresCluster(postgres.path);
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  return {
    engine: 'postgres',
    title: 'PostgreSQL',
    folder,
    create: async (name) =>
      openBenchDatabase({ DATA_DIR: folder, DATABASE_URL: await createOnCluster(cluster.url, name) }),
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openBenchDatabase(environment: { DATA_DIR: string; DATABASE_URL?: string }): Promise<BenchDatabase> {
  const db = openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: environment.DATABASE_URL }, () => undefined);
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

async function createOnCluster(clusterUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
