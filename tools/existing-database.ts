import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { migrationNames, readMigrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sqliteFile } from '#server/db/sqlite.ts';
import { Refusal } from './start/refusal.ts';

/**
 * Opens the product's database for reading, without creating or migrating anything. Throws a Refusal for any database that
 * does not have this release's schema; a newer release may have added to it.
 */
export async function openExistingDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const file = join(config.dataDir, sqliteFile);
  if (!config.databaseUrl && !existsSync(file)) throw new Refusal(`There is no database at ${file}. Check DATA_DIR.`);
  const db = openDatabase(config, () => undefined).patient;
  try {
    const problem = await findSchemaProblem(db, config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR');
    if (problem !== undefined) throw new Refusal(problem);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function findSchemaProblem(db: Database, variable: string): Promise<string | undefined> {
  const done = new Set(await readMigrationNames(db));
  if (migrationNames.every((name) => done.has(name))) return undefined;
  if (migrationNames.some((name) => done.has(name)))
    return 'The database has the schema of an older release. Use that release, or start this one first: it updates the schema.';
  const tables = await db.read.introspection.getTables();
  return tables.length === 0
    ? `The database is empty. Check ${variable}.`
    : `The database belongs to another product. Check ${variable}.`;
}
