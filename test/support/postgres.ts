import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A PostgreSQL database that belongs to one test. */
export interface PostgresDatabase {
  readonly url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * Makes a database on the throw-away cluster: empty, or a copy of the one that `template` names. Throws the sentence that says
 * what to install when there is none.
 */
export async function createPostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnCluster(`create database ${name} template ${template}`);
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnCluster(`drop database if exists ${name} with (force)`) };
}

function clusterUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error(process.env['TEST_POSTGRES_PROBLEM'] ?? 'The database tests run under vitest only.');
  return url;
}

async function runOnCluster(statement: string): Promise<void> {
  const client = new Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
