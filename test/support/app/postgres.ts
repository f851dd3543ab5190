import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';

/** A PostgreSQL database that belongs to one test. */
export interface PostgresDatabase {
  readonly url: string;
  /** Ends every connection to the database and removes the database. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the temporary cluster: empty, or a copy of the database that `template` names. Without a cluster, the
 * error says what to install.
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

/** Prepares a migrated database as the template for `takeMigratedCopy`. Resolves to its name and fingerprint. */
export async function makeTemplate({ url }: PostgresDatabase): Promise<MigratedTemplate> {
  const pool = openPool(url);
  const fingerprint = String(await emptyDatabase(pool));
  await pool.end(); // a database with connections cannot be copied
  return { name: new URL(url).pathname.slice(1), fingerprint };
}

/** A migrated database to copy, and the fingerprint of a copy that the next test may have. */
export interface MigratedTemplate {
  readonly name: string;
  readonly fingerprint: string;
}

/**
 * Returns a copy of the template. A new copy costs PostgreSQL about 300 files. So when a test drops its copy, the copy is emptied
 * and the next test of this process gets it, unless its fingerprint has changed; then the copy is removed.
 */
export async function takeMigratedCopy({ name, fingerprint }: MigratedTemplate): Promise<PostgresDatabase> {
  const copy = idleCopies.pop() ?? (await createCopy(name));
  return {
    url: copy.database.url,
    drop: async () => {
      if ((await emptyDatabase(copy.pool)) === fingerprint) return void idleCopies.push(copy);
      await copy.pool.end();
      await copy.database.drop();
    },
  };
}

/** A copy and the connection that empties it. The connection stays open, because PostgreSQL starts a process for each one. */
interface MigratedCopy {
  readonly database: PostgresDatabase;
  readonly pool: Pool;
}

const idleCopies: MigratedCopy[] = [];

async function createCopy(template: string): Promise<MigratedCopy> {
  const database = await createPostgresDatabase(template);
  return { database, pool: openPool(database.url) };
}

/** Empties a database and resolves to its fingerprint, or to undefined if a test has left tables that cannot be emptied. */
async function emptyDatabase(pool: Pool): Promise<unknown> {
  try {
    const results: unknown = await pool.query(emptyTables); // one for each statement
    return (results as { readonly rows: readonly Row[] }[]).at(-1)?.rows[0]?.['fingerprint'];
  } catch {
    return undefined;
  }
}

/**
 * SQL that ends all other connections, empties every table except the catalogue and the list of migrations, and returns a
 * fingerprint of schema, catalogue and planner statistics. It deletes rows, because truncating costs several new files for each
 * table. Only a table that has become large is truncated.
 */
const emptyTables = `
  set session_replication_role = replica; -- without triggers, because some tables refuse to be emptied
  do $$
  declare
    candidate name;
    has_rows boolean;
  begin
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
    for candidate in
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('snacks', 'charities', 'kysely_migration', 'kysely_migration_lock')
    loop
      execute format('select exists (select from %I)', candidate) into has_rows;
      if not has_rows then continue; end if;
      if pg_relation_size(quote_ident(candidate)::regclass) > 65536 then
        execute format('truncate %I cascade', candidate);
      else
        execute format('delete from %I', candidate);
      end if;
    end loop;
  end $$;
  select md5(concat(
    (select string_agg(concat(relname, relkind), ',' order by relname) from pg_class
      where relnamespace = 'public'::regnamespace),
    (select string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull), ',' order by attrelid::regclass::text, attnum)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attnum > 0),
    (select string_agg(concat(conrelid::regclass, conname), ',' order by conrelid::regclass::text, conname)
      from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(concat(tgrelid::regclass, tgname, tgenabled), ',' order by tgrelid::regclass::text, tgname)
      from pg_trigger where not tgisinternal),
    (select count(*) from pg_statistic join pg_class on pg_class.oid = starelid where relnamespace = 'public'::regnamespace),
    (select string_agg(snacks::text, ',' order by id) from snacks),
    (select string_agg(charities::text, ',' order by id) from charities)
  )) as fingerprint`;

function clusterUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error(process.env['TEST_POSTGRES_PROBLEM'] ?? 'Database tests run only under vitest.');
  return url;
}

type Row = Readonly<Record<string, unknown>>;

let cluster: Pool | undefined;

/** Runs a statement in the cluster's own database. */
async function onCluster(statement: string): Promise<readonly Row[]> {
  cluster ??= openPool(clusterUrl());
  return (await cluster.query<Row>(statement)).rows;
}

/** Opens a pool with one connection that does not keep the process from ending. */
function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the cluster stops before the last test process does
  return pool;
}
