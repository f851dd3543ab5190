import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { hasOurSchema, migrate, migrationNames, readMigrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { sqliteFile } from '#server/db/sqlite.ts';
import { Refusal } from './start/refusal.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens the product's database without creating or migrating anything. A newer release may have added to its schema; if one has
 * changed the schema, this throws NewerSchema. Throws a Refusal for any other database.
 */
export const openExistingDatabase = (config: DatabaseConfig): Promise<Database> =>
  openProductDatabase(config, async (db) => {
    if (!(await hasOurSchema(db))) throw new Refusal(olderSchema);
  });

const olderSchema =
  'The database has the schema of an older release. Use that release, or start this one first: it updates the schema.';

/** Opens the product's database, and updates the schema of an older release. Throws a Refusal for any other database. */
export const openAndUpdateDatabase = (config: DatabaseConfig, onIdleError: (error: Error) => void): Promise<Database> =>
  openProductDatabase(config, migrate, onIdleError);

/** Opens and prepares the product's database, of any release. Every other database is refused and left alone. */
async function openProductDatabase(
  config: DatabaseConfig,
  prepare: (db: Database) => Promise<void>,
  onIdleError: (error: Error) => void = () => undefined,
): Promise<Database> {
  const file = join(config.dataDir, sqliteFile);
  if (!config.databaseUrl && !existsSync(file)) throw new Refusal(`There is no database at ${file}. Check DATA_DIR.`);
  const db = openDatabase(config, onIdleError).patient;
  try {
    const problem = await findOwnerProblem(db, config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR');
    if (problem !== undefined) throw new Refusal(problem);
    await prepare(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function findOwnerProblem(db: Database, variable: string): Promise<string | undefined> {
  const done = new Set(await readMigrationNames(db));
  if (migrationNames.some((name) => done.has(name))) return undefined;
  const tables = await db.read.introspection.getTables();
  return tables.length === 0
    ? `The database is empty. Check ${variable}.`
    : `The database belongs to another product. Check ${variable}.`;
}
