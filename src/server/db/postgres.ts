import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { isStalePlan, namingClients, queryByName } from './naming-clients.ts';
import { runPreparedBy } from './prepared.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL, or an engine that speaks its wire protocol. `onIdleError` hears of connections that die while nobody uses them. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
    types,
  });
  pool.on('error', onIdleError); // without a listener one dead idle connection ends the process
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingClients(pool) }) });
  runPreparedBy(kysely, ({ sql, parameters }) => queryAlone(pool, sql, parameters));
  return { engine: 'postgres', read: kysely, write: kysely, close: () => kysely.destroy() };
}

const connectionsMax = 10;

/** Sends a statement outside of any transaction: one whose plan is out of date has done nothing, and is sent again. */
async function queryAlone(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<object[]> {
  try {
    return (await queryByName(pool, text, values)).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return (await queryByName(pool, text, values)).rows;
  }
}

/** Integers arrive as safe numbers on both engines: `bigint` columns and counts included. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseSafeInteger);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
