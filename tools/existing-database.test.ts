import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { migrate, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { openAndUpdateDatabase, openExistingDatabase } from './existing-database.ts';
import { Refusal } from './start/refusal.ts';

forEachDatabase((engine) => {
  describe('a database that a command opens', () => {
    let fresh: FreshDatabase;
    let db: Database;

    beforeEach(async () => {
      fresh = await freshDatabase(engine);
      db = openDatabase(fresh, () => undefined);
    });
    afterEach(async () => {
      await db.close();
      await fresh.drop();
    });

    const tableNames = async (): Promise<string[]> =>
      (await db.read.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);

    const isOpened = async (): Promise<boolean> => {
      const opened = await openExistingDatabase(fresh);
      const donations = await opened.read.selectFrom('donations').select('id').execute();
      await opened.close();
      return donations.length === 0;
    };

    test('is opened with the schema of this release', async () => {
      await migrate(db);
      expect(await isOpened()).toBe(true);
    });

    test('is opened after a newer release has added to it', async () => {
      await migrate(db);
      await sql`insert into kysely_migration values (${'9999-more'}, ${'2030-01-01T00:00:00.000Z'})`.execute(db.write);
      expect(await isOpened()).toBe(true);
    });

    const update = () => openAndUpdateDatabase(fresh, () => undefined);

    test.each([
      ['read', () => openExistingDatabase(fresh)],
      ['updated', update],
    ])('cannot be %s if it is empty, and stays empty', async (_name, open) => {
      await sql`select 1`.execute(db.write);
      await expect(open()).rejects.toThrow(/^The database is empty\. Check (DATABASE_URL|DATA_DIR)\.$/);
      expect(await tableNames()).toEqual([]);
    });

    test.each([
      ['read', () => openExistingDatabase(fresh)],
      ['updated', update],
    ])('cannot be %s if it belongs to another product, and does not change', async (_name, open) => {
      await sql`create table customers (id text)`.execute(db.write);
      await expect(open()).rejects.toThrow(/^The database belongs to another product\./);
      expect(await tableNames()).toEqual(['customers']);
    });

    test('is updated from an older schema', async () => {
      await migrate(db, migrationNames.at(-2));
      await (await update()).close();
      expect(await isOpened()).toBe(true);
    });

    test('is refused for reading with an older schema, and is not migrated', async () => {
      await migrate(db, migrationNames.at(-2));
      const before = await tableNames();
      await expect(openExistingDatabase(fresh)).rejects.toThrow(/^The database has the schema of an older release\./);
      expect(await tableNames()).toEqual(before);
    });
  });
});

test('a folder without a database is refused, and no file is created', async () => {
  const fresh = await freshDatabase('sqlite');
  const dataDir = join(fresh.dataDir, 'mistyped');
  await expect(openExistingDatabase({ dataDir, databaseUrl: undefined })).rejects.toThrow(Refusal);
  expect(existsSync(dataDir)).toBe(false);
  await fresh.drop();
});
