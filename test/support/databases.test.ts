import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { forEachDatabase, freshDatabase } from './databases.ts';
import { createPostgresDatabase } from './postgres.ts';

forEachDatabase((kind) => {
  test('a fresh place exists until it is dropped', async () => {
    const place = await freshDatabase(kind);
    expect(existsSync(place.dataDir)).toBe(true);
    expect(place.databaseUrl === undefined).toBe(kind === 'sqlite');
    await place.drop();
    expect(existsSync(place.dataDir)).toBe(false);
  });
});

test('two databases of the cluster do not see each other', async () => {
  const [first, second] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()]);
  try {
    await query(first.url, 'create table note (text text)');
    await expect(query(second.url, 'select * from note')).rejects.toThrow('relation "note" does not exist');
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
});

test('a dropped database is gone, whoever was connected to it', async () => {
  const database = await createPostgresDatabase();
  const client = new Client({ connectionString: database.url });
  client.on('error', () => {}); // it is told that its connection was ended
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
});

async function query(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
