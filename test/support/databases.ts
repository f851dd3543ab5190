import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from './postgres.ts';

/** Every engine that the product runs on, and so every engine that its tests run on. */
export const testDatabases = ['sqlite', 'postgres'] as const;

/** The name of one engine. */
export type TestDatabase = (typeof testDatabases)[number];

/** What a product under test is given to store in, in the terms of its configuration. */
export interface FreshDatabase {
  /** An empty folder: holds the embedded database, and whatever else the product writes. */
  readonly dataDir: string;
  /** Value of `DATABASE_URL`; undefined means the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Removes folder and database; close the connections first. */
  drop(): Promise<void>;
}

/** Describes the same facts once for each engine. */
export function forEachDatabase(suite: (kind: TestDatabase) => void): void {
  for (const kind of testDatabases) {
    describe(`on ${kind}`, () => {
      suite(kind);
    });
  }
}

/** An empty place to store in, of the given kind. */
export async function freshDatabase(kind: TestDatabase): Promise<FreshDatabase> {
  return kind === 'postgres' ? placeBeside(await createPostgresDatabase()) : placeBeside();
}

/** A place of the given kind with the product's schema and catalogue, copied from what `migrated-databases.ts` made. */
export async function migratedDatabase(kind: TestDatabase): Promise<FreshDatabase> {
  if (kind === 'postgres') return placeBeside(await createPostgresDatabase(process.env['TEST_MIGRATED_POSTGRES']));
  const place = placeBeside();
  const source = process.env['TEST_MIGRATED_FOLDER'];
  if (source !== undefined) cpSync(source, place.dataDir, { recursive: true });
  return place;
}

/** A new empty folder, and beside it the database that goes when it goes. */
function placeBeside(postgres?: PostgresDatabase): FreshDatabase {
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
