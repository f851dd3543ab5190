import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedCatalogue } from '#server/catalogue/index.ts';
import { parseConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createPostgresDatabase } from './postgres.ts';

/**
 * Makes, once for a run of the tests, a migrated and seeded database of each engine, which `migratedDatabase` copies: a copy
 * costs a third of the migrations. Their places are in `TEST_MIGRATED_FOLDER` and `TEST_MIGRATED_POSTGRES`.
 */
export default async function makeMigratedDatabases(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'test-migrated-'));
  await makeMigrated(folder);
  process.env['TEST_MIGRATED_FOLDER'] = folder;
  const postgres = process.env['TEST_POSTGRES_URL'] === undefined ? undefined : await createPostgresDatabase();
  if (postgres) {
    await makeMigrated(folder, postgres.url);
    process.env['TEST_MIGRATED_POSTGRES'] = new URL(postgres.url).pathname.slice(1);
  }
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await postgres?.drop();
  };
}

async function makeMigrated(dataDir: string, databaseUrl?: string): Promise<void> {
  const db = openDatabase(parseConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), () => undefined);
  await migrate(db);
  await seedCatalogue(db);
  await db.close();
}
