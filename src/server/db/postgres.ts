import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { namingPool, queryPool } from './fast-reads/named-statements.ts';
import { runPreparedBy } from './fast-reads/prepared.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL, or an engine with its wire protocol. `onIdleError` receives the errors of idle connections. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
    types,
  });
  pool.on('error', onIdleError); // without a listener, one lost idle connection would end the process
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });
  runPreparedBy(kysely, ({ sql, parameters }) => queryPool(pool, sql, parameters));
  return { engine: 'postgres', read: kysely, write: kysely, close: () => kysely.destroy() };
}

const connectionsMax = 10;

/** Integers are safe numbers on both engines, including `bigint` columns and counts. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseSafeInteger);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
