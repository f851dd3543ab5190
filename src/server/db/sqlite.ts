import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { makeDatabasePrivate, makePrivateFolder } from '#server/disk/private-files.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import type { Database } from './database.ts';
import { runPreparedBy, type RunStatement } from './fast-reads/prepared.ts';
import { cachedStatements, limitsInText } from './fast-reads/sqlite-statements.ts';
import type { Tables } from './tables.ts';

/** The name of the embedded database's file. */
export const sqliteFile = 'kindbite.db';

/** How every connection makes commits durable. */
export const sqliteDurability = { journalMode: 'wal', synchronous: 'full' } as const;

/**
 * Opens the embedded database in a folder, in WAL mode; every commit is on disk before it is acknowledged. Reads have their own
 * connection, because on the writer's connection they would wait for the open transaction. Only the file's owner can read it.
 */
export function openSqlite(dataDir: string, tracing?: Tracing): Database {
  makePrivateFolder(dataDir);
  const file = join(dataDir, sqliteFile);
  makeDatabasePrivate(file);
  const write = connect(file, tracing);
  const read = connect(file, tracing);
  runPreparedBy(read.kysely, read.run); // safe, because no transaction is opened on the reader
  const database: Database = {
    engine: 'sqlite',
    read: read.kysely,
    write: write.kysely,
    get patient() {
      return database;
    },
    tracing,
    connections: () => ({ open: 0, idle: 0, waiting: 0 }),
    close: async () => {
      await read.close();
      await write.close();
    },
  };
  return database;
}

function connect(
  file: string,
  tracing: Tracing | undefined,
): { kysely: Kysely<Tables>; run: RunStatement; close(): Promise<void> } {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const { journalMode, synchronous } = sqliteDurability;
  connection.exec(
    `pragma journal_mode = ${journalMode}; pragma synchronous = ${synchronous}; pragma foreign_keys = on;`,
  );
  const database = cachedStatements(connection, tracing);
  const kysely = new Kysely<Tables>({
    dialect: new TransactionalSqliteDialect({ database }),
    plugins: [limitsInText],
  });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    if (connection.isOpen) connection.close(); // Kysely does not close a connection that was never used
  };
  return { kysely, run: ({ sql, parameters }) => database.prepare(sql).all(parameters), close };
}

const busyTimeoutMs = 5000; // several processes may migrate at the same time

/** Kysely's dialect runs schema changes outside transactions on SQLite, which does not need that. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
