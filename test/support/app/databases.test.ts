import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { forEachDatabase, freshDatabase, migratedDatabase, type FreshDatabase } from './databases.ts';
import { collectStatistics } from './explain-query.ts';
import { createPostgresDatabase } from './postgres.ts';

forEachDatabase((engine) => {
  test('a fresh database exists until it is dropped', async () => {
    const fresh = await freshDatabase(engine);
    expect(existsSync(fresh.dataDir)).toBe(true);
    expect(fresh.databaseUrl === undefined).toBe(engine === 'sqlite');
    await fresh.drop();
    expect(existsSync(fresh.dataDir)).toBe(false);
  });

  test('a migrated database has the catalogue, and its writes do not reach other databases', async () => {
    const databases = [await migratedDatabase(engine), await migratedDatabase(engine)];
    const [first, second] = databases.map(open);
    const before = await charities(second!);
    expect(before).not.toBe(0);
    await first!.write.insertInto('charities').values({ id: 5000, name: 'Only here' }).execute();
    expect(await charities(first!)).toBe(before + 1);
    expect(await charities(second!)).toBe(before);
    await Promise.all([first!.close(), second!.close()]);
    await Promise.all(databases.map((fresh) => fresh.drop()));
  });
});

test('a database with statistics about earlier rows is not given to the next test', async () => {
  const first = await migratedDatabase('postgres');
  const db = open(first);
  await collectStatistics(db);
  await db.close();
  await first.drop();
  const second = await migratedDatabase('postgres');
  expect(second.databaseUrl).not.toBe(first.databaseUrl);
  await second.drop();
});

const open = ({ dataDir, databaseUrl }: FreshDatabase): Database =>
  openDatabase(parseConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), () => undefined);

const charities = async (db: Database): Promise<number> =>
  (await db.read.selectFrom('charities').select('id').execute()).length;

test('two databases of the cluster do not see each other', async () => {
  const [first, second] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()]);
  try {
    await query(first.url, 'create table note (text text)');
    await expect(query(second.url, 'select * from note')).rejects.toThrow('relation "note" does not exist');
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
});

test('a dropped database is gone, even with a client connected', async () => {
  const database = await createPostgresDatabase();
  const client = new Client({ connectionString: database.url });
  client.on('error', () => {}); // the drop ends the connection
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
