import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

/** A PostgreSQL database that belongs to one test. */
export interface PostgresDatabase {
  readonly url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the temporary cluster: empty, or a copy of the one that `template` names. Throws the sentence that says
 * what to install when there is no cluster.
 */
export async function createPostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onCluster(`create database ${name} template ${template}`);
  return databaseOf(name);
}

function databaseOf(name: string): PostgresDatabase {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await onCluster(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Makes a migrated database the template of `takeMigratedCopy`. Resolves to its name and fingerprint. */
export async function makeTemplate({ url }: PostgresDatabase): Promise<MigratedTemplate> {
  await onCluster('create table idle_copies (name text primary key)');
  return { name: new URL(url).pathname.slice(1), fingerprint: String(await emptyDatabase(url)) };
}

/** A migrated database to copy, and the fingerprint of a copy whose schema and catalogue are unchanged. */
export interface MigratedTemplate {
  readonly name: string;
  readonly fingerprint: string;
}

/**
 * A copy of the template. A copy costs PostgreSQL about 300 files, so it is emptied when its test drops it, and reused
 * by the next test in any process. A copy whose schema or catalogue has changed is removed.
 */
export async function takeMigratedCopy({ name, fingerprint }: MigratedTemplate): Promise<PostgresDatabase> {
  const [idle] = await onCluster(takeIdleCopy);
  const copy = idle ? databaseOf(String(idle['name'])) : await createPostgresDatabase(name);
  return {
    url: copy.url,
    drop: async () => {
      if ((await emptyDatabase(copy.url)) !== fingerprint) return copy.drop();
      await onCluster(`insert into idle_copies values ('${new URL(copy.url).pathname.slice(1)}')`);
    },
  };
}

const takeIdleCopy = `
  delete from idle_copies where name = (select name from idle_copies limit 1 for update skip locked) returning name`;

/** Empties a database and resolves to its fingerprint, or to undefined if a test has left tables that cannot be emptied. */
async function emptyDatabase(url: string): Promise<unknown> {
  const rows = await query(url, emptyTables).catch(() => []);
  return rows[0]?.['fingerprint'];
}

/**
 * Ends all other connections, empties every table except the catalogue and the list of migrations, and returns a fingerprint of
 * schema and catalogue. Only tables with rows are truncated: each costs several new files.
 */
const emptyTables = `
  do $$
  declare
    candidate name;
    has_rows boolean;
    filled text[] := '{}';
  begin
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
    for candidate in
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('snacks', 'charities', 'kysely_migration', 'kysely_migration_lock')
    loop
      execute format('select exists (select from %I)', candidate) into has_rows;
      if has_rows then filled := filled || quote_ident(candidate); end if;
    end loop;
    if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  end $$;
  select md5(concat(
    (select string_agg(concat(relname, relkind), ',' order by relname) from pg_class
      where relnamespace = 'public'::regnamespace),
    (select string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull), ',' order by attrelid::regclass::text, attnum)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0),
    (select string_agg(concat(conrelid::regclass, conname), ',' order by conrelid::regclass::text, conname)
      from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(snacks::text, ',' order by id) from snacks),
    (select string_agg(charities::text, ',' order by id) from charities)
  )) as fingerprint`;

function clusterUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error(process.env['TEST_POSTGRES_PROBLEM'] ?? 'The database tests run under vitest only.');
  return url;
}

type Row = Readonly<Record<string, unknown>>;

let cluster: Pool | undefined;

/** Runs a statement in the cluster's own database. The connection stays open: PostgreSQL starts a process for each. */
async function onCluster(statement: string): Promise<readonly Row[]> {
  cluster ??= openCluster();
  return (await cluster.query<Row>(statement)).rows;
}

function openCluster(): Pool {
  const pool = new Pool({ connectionString: clusterUrl(), idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the cluster stops before the last test process does
  return pool;
}

/** Runs statements on a new connection. Returns the rows of the last one. */
async function query(url: string, statements: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result: unknown = await client.query(statements);
    const last: unknown = Array.isArray(result) ? result.at(-1) : result;
    return (last as { readonly rows: readonly Row[] }).rows;
  } finally {
    await client.end();
  }
}
