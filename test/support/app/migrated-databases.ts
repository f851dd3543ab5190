import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedCatalogue } from '#server/catalogue/index.ts';
import { parseConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createPostgresDatabase, makeTemplate } from './postgres.ts';

/**
 * Creates a migrated and seeded database on each engine, once per test run. `migratedDatabase` copies it, because a copy takes a
 * third of the migrations' time. `TEST_MIGRATED_FOLDER` and `TEST_MIGRATED_POSTGRES` name the two databases.
 */
export default async function makeMigratedDatabases(): Promise<() => Promise<void>> {
  if (process.env['TEST_MIGRATED_FOLDER'] !== undefined) return async () => undefined; // already made in this run
  const folder = mkdtempSync(join(tmpdir(), 'test-migrated-'));
  await makeMigrated(folder);
  process.env['TEST_MIGRATED_FOLDER'] = folder;
  const postgres = process.env['TEST_POSTGRES_URL'] === undefined ? undefined : await createPostgresDatabase();
  if (postgres) {
    await makeMigrated(folder, postgres.url);
    const { name, fingerprint } = await makeTemplate(postgres);
    process.env['TEST_MIGRATED_POSTGRES'] = `${name} ${fingerprint}`;
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
