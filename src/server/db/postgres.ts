import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { namingClients } from './naming-clients.ts';
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
  return { engine: 'postgres', read: kysely, write: kysely, close: () => kysely.destroy() };
}

const connectionsMax = 10;

/** Integers arrive as safe numbers on both engines: `bigint` columns and counts included. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseSafeInteger);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
