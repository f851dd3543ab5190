import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Names by the statement's text. There is one per prepared statement in the program. */
const names = new Map<string, string>();
let lastNumber = 0;

/** Gives a statement a name, under which each PostgreSQL connection parses and plans it once. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `prepared_${(lastNumber += 1)}`);
}

/** A pool whose clients send named statements by their name. */
export function namingPool(pool: pg.Pool): PostgresPool {
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

/** Sends a statement outside any transaction. One with a stale plan has had no effect and is sent again. */
export async function queryPool(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<object[]> {
  try {
    return (await queryByName(pool, text, values)).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return (await queryByName(pool, text, values)).rows;
  }
}

async function queryByName(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<object>> {
  const name = names.get(text);
  if (name === undefined) return client.query(text, [...values]);
  try {
    return await client.query({ name, text, values: [...values] });
  } catch (error) {
    if (isStalePlan(error) && names.delete(text)) nameStatement(text); // under a new name it is planned again
    throw error;
  }
}

/** Whether a statement that returns all columns failed because another process added one. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000';
