import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Connection, Connections, Patience } from './connections.ts';

/** The names of statements by their texts. Each prepared statement of the program has one. */
const names = new Map<string, string>();
let lastNumber = 0;

/** Gives a statement a name, under which each PostgreSQL connection parses it once. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `prepared_${(lastNumber += 1)}`);
}

/** Adapts the connections to Kysely's interface. A statement that has a name is sent with it. */
export const namingPool = (connections: Connections, patience: Patience): PostgresPool => ({
  options: {},
  connect: async () => namingClient(await connections.acquire(patience)),
  end: () => connections.close(),
});

function namingClient(connection: Connection): PostgresPoolClient {
  const naming: Pick<pg.PoolClient, 'release'> & { query: unknown } = {
    query: (text: string, values: readonly unknown[] = []) => queryByName(connection, text, values),
    release: () => connection.release(),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other form of `query` takes a cursor, and cursors are not set up
  return naming as PostgresPoolClient;
}

/** Sends a statement outside any transaction. A statement refused for its stale plan had no effect, so it is sent again. */
export async function queryOnce(
  connections: Connections,
  patience: Patience,
  text: string,
  values: readonly unknown[],
): Promise<object[]> {
  const connection = await connections.acquire(patience);
  try {
    return (await queryByName(connection, text, values)).rows;
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return (await queryByName(connection, text, values)).rows;
  } finally {
    connection.release();
  }
}

async function queryByName(
  connection: Connection,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<object>> {
  const name = names.get(text);
  if (name === undefined) return connection.query({ text, values: [...values] });
  try {
    return await connection.query({ name, text, values: [...values] });
  } catch (error) {
    if (isStalePlan(error) && names.delete(text)) nameStatement(text); // under a new name it is planned again
    throw error;
  }
}

/** Returns true if a statement that returns all columns failed because another process added a column. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000';
