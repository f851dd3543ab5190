import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tracing } from '#server/ports/tracing.ts';
import type { Database } from '../database.ts';
import { runPreparedBy } from '../fast-reads/prepared.ts';
import { recordedConnections } from '../statement-spans.ts';
import type { Tables } from '../tables.ts';
import { openConnections, type Connections, type Patience, type PostgresOptions } from './connections.ts';
import { namingPool, queryOnce } from './named-statements.ts';

/** Opens PostgreSQL, or a database that speaks its wire protocol. `onIdleError` receives the errors of idle connections. */
export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  { timeLimitFactor = 1, hasDatabasePooler = false }: PostgresOptions = {},
  tracing?: Tracing,
): Database {
  const server = { connectionString: url, types };
  const opened = openConnections(server, onIdleError, { timeLimitFactor, hasDatabasePooler });
  const connections = tracing ? recordedConnections(tracing, opened) : opened;
  const patient: Database = {
    ...connect(connections, 'job'),
    tracing,
    get patient() {
      return patient;
    },
  };
  return { ...connect(connections, 'request'), tracing, patient };
}

function connect(connections: Connections, patience: Patience): Omit<Database, 'patient' | 'tracing'> {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingPool(connections, patience) }) });
  runPreparedBy(kysely, ({ sql, parameters }) => queryOnce(connections, patience, sql, parameters));
  const { counts, close } = connections;
  return { engine: 'postgres', read: kysely, write: kysely, connections: counts, close };
}

/** Reads `bigint` columns and counts as numbers, as SQLite does. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseSafeInteger);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
