import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { migrate, migrationNames } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** A separate process that opens the database, migrates and seeds it. */
const startingProcess = `
  const { openDatabase } = await import('#server/db/open-database.ts');
  const { migrate } = await import('#server/db/migrate.ts');
  const { seedCatalogue } = await import('#server/catalogue/index.ts');
  const db = openDatabase(JSON.parse(process.argv[1]), () => undefined);
  await migrate(db.patient);
  await seedCatalogue(db);
  await db.close();
`;

/**
 * Several servers on a busy machine can take seconds to respond. Migrations run on the patient handle, as when a server starts.
 */
const timeLimitFactor = 30;

forEachDatabase((engine) => {
  describe('the schema', () => {
    let fresh: FreshDatabase;

    beforeEach(async () => {
      fresh = await freshDatabase(engine);
    });
    afterEach(() => fresh.drop());

    test('is created once when four processes start at the same time', async () => {
      const run = () =>
        promisify(execFile)(process.execPath, [
          '--input-type=module',
          '--eval',
          startingProcess,
          JSON.stringify({ dataDir: fresh.dataDir, databaseUrl: fresh.databaseUrl, timeLimitFactor }),
        ]);
      await Promise.all([run(), run(), run(), run()]);
      const db = openDatabase({ ...fresh, timeLimitFactor }, () => undefined);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.read);
      expect(rows.map(({ name }) => name)).toEqual(migrationNames);
      expect(await db.read.selectFrom('snacks').select('id').execute()).toHaveLength(7);
      await db.close();
    });
  });
});

describe('several handles on one PostgreSQL database', () => {
  test('migrate at the same time, and all find the schema', async () => {
    const fresh = await freshDatabase('postgres');
    const handles = [1, 2, 3].map(() => openDatabase({ ...fresh, timeLimitFactor }, () => undefined));
    await Promise.all(handles.map((db) => migrate(db.patient)));
    for (const db of handles) expect(await db.read.selectFrom('donations').selectAll().execute()).toEqual([]);
    for (const db of handles) await db.close();
    await fresh.drop();
  });
});
