import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createPostgresDatabase, takeMigratedCopy, type PostgresDatabase } from './postgres.ts';

/** The engines that the product, and therefore its tests, run on. */
export const testDatabases = ['sqlite', 'postgres'] as const;

/** The name of one engine. */
export type TestDatabase = (typeof testDatabases)[number];

/** The folder and database of a product under test, with the names of its configuration. */
export interface FreshDatabase {
  /** An empty folder for the embedded database and the product's other files. */
  readonly dataDir: string;
  /** Value of `DATABASE_URL`; undefined means the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Removes folder and database; close the connections first. */
  drop(): Promise<void>;
}

/** Runs the same tests on each engine. */
export function forEachDatabase(suite: (engine: TestDatabase) => void): void {
  for (const engine of testDatabases) {
    describe(`on ${engine}`, () => {
      suite(engine);
    });
  }
}

/** Creates an empty database on an engine. */
export async function freshDatabase(engine: TestDatabase): Promise<FreshDatabase> {
  return engine === 'postgres' ? folderWith(await createPostgresDatabase()) : folderWith();
}

/**
 * Creates a database with the product's schema and catalogue: a copy of the one that `migrated-databases.ts` creates. If that did
 * not run, the new database is empty, and the product migrates it when it starts.
 */
export async function migratedDatabase(engine: TestDatabase): Promise<FreshDatabase> {
  if (engine === 'postgres') {
    const [name, fingerprint] = (process.env['TEST_MIGRATED_POSTGRES'] ?? '').split(' ');
    return folderWith(await (name && fingerprint ? takeMigratedCopy({ name, fingerprint }) : createPostgresDatabase()));
  }
  const fresh = folderWith();
  const source = process.env['TEST_MIGRATED_FOLDER'];
  if (source !== undefined) cpSync(source, fresh.dataDir, { recursive: true });
  return fresh;
}

/** Creates an empty folder. `drop` removes it together with the database, if there is one. */
function folderWith(postgres?: PostgresDatabase): FreshDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-data-'));
  return {
    dataDir,
    databaseUrl: postgres?.url,
    drop: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await postgres?.drop();
    },
  };
}
