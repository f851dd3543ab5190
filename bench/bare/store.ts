import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { statements, type BareStore, type Row, type StatementName, type Step, type Steps } from './statements.ts';

/** Opens the database that the environment names, as the product does. */
export const openBareStore = (environment: NodeJS.ProcessEnv): BareStore =>
  environment['DATABASE_URL']
    ? openPostgresStore(environment['DATABASE_URL'])
    : openSqliteStore(environment['DATA_DIR'] ?? '');

/** The `pg` driver with named statements and the product's number of connections. */
function openPostgresStore(url: string): BareStore {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return {
    query: async (text) => (await pool.query<Row>(text)).rows,
    run: async (step) => (await pool.query<Row>(toQuery(step))).rows,
    transact: async (steps) => {
      const client = await pool.connect();
      await client.query('begin');
      await runOnPostgres(client, steps);
      await client.query('commit');
      client.release();
    },
    close: () => pool.end(),
  };
}

async function runOnPostgres(client: pg.PoolClient, steps: Steps): Promise<void> {
  let step = steps.next();
  while (!step.done) {
    const { rows } = await client.query<Row>(toQuery(step.value));
    step = steps.next(rows);
  }
}

const toQuery = ([name, values]: Step): pg.QueryConfig => ({ name, text: numbered[name], values: [...values] });

/** The statements with PostgreSQL's numbered parameters. */
const numbered = Object.fromEntries(
  Object.entries(statements).map(([name, text]) => {
    let count = 0;
    return [name, text.replaceAll('?', () => `$${(count += 1)}`)];
  }),
) as Record<keyof typeof statements, string>;

/** Node's SQLite with every statement prepared once, and with the product's durability settings. */
function openSqliteStore(dataDir: string): BareStore {
  const connection = new DatabaseSync(join(dataDir, 'kindbite.db'), { timeout: 5000 });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const prepared = new Map(
    Object.entries(statements).map(([name, text]): [string, StatementSync] => [name, connection.prepare(text)]),
  );
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const find = (name: StatementName): StatementSync => {
    const statement = prepared.get(name);
    if (!statement) throw new Error(`no statement ${name}`);
    return statement;
  };
  return {
    query: async (text) => connection.prepare(text).all() as Row[],
    run: async ([name, values]) => find(name).all(...values) as Row[],
    transact: async (steps) => {
      begin.run();
      runOnSqlite(steps, find);
      commit.run();
    },
    close: async () => connection.close(),
  };
}

function runOnSqlite(steps: Steps, find: (name: StatementName) => StatementSync): void {
  let step = steps.next();
  while (!step.done) {
    const [name, values] = step.value;
    step = steps.next(find(name).all(...values) as Row[]);
  }
}
