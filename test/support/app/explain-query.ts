import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';

/**
 * Returns the steps with which the database would execute a query. PostgreSQL chooses by what it knows about the rows, so a test
 * must first insert rows and call `collectStatistics`. Sequential scans are turned off, because they are cheap for a test's few
 * rows.
 */
export async function explainQuery({ engine, read, write }: Database, query: RawBuilder<unknown>): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(read);
    return rows.map(({ detail }) => detail);
  }
  return write.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']);
  });
}

/**
 * Lets PostgreSQL collect statistics about the rows. Without them it guesses, all indexes of a small table cost the same, and
 * which one it chooses depends on what earlier tests left in the files of the database.
 */
export async function collectStatistics({ engine, write }: Database): Promise<void> {
  if (engine === 'postgres') await sql`analyze`.execute(write);
}
