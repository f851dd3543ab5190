import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { nameOfStatement, renameStatement } from './prepared.ts';

/** A pool whose clients send prepared statements by name: PostgreSQL then reads and plans each of them once a connection. */
export function namingClients(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const naming = clients.get(client) ?? namingClient(client);
      clients.set(client, naming);
      return naming;
    },
    end: () => pool.end(),
  };
}

function namingClient(client: pg.PoolClient): PostgresPoolClient {
  const naming: Pick<pg.PoolClient, 'release'> & { query: unknown } = {
    query: (text: string, values: readonly unknown[] = []) => queryByName(client, text, values),
    release: (isBroken) => client.release(isBroken),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other form of `query` takes a cursor, and cursors are not set up
  return naming as PostgresPoolClient;
}

/** Sends a statement by its name, if it is a prepared one. */
export async function queryByName(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<object>> {
  const name = nameOfStatement(text);
  if (name === undefined) return client.query(text, [...values]);
  try {
    return await client.query({ name, text, values: [...values] });
  } catch (error) {
    if (isStalePlan(error)) renameStatement(text); // the next try, by `inTransaction` or the caller, is read anew
    throw error;
  }
}

/** A column was added under a statement that answers all columns: another process has migrated. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000';
