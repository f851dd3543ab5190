import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  Kysely,
  LimitNode,
  OperationNodeTransformer,
  SqliteAdapter,
  SqliteDialect,
  ValueNode,
  type KyselyPlugin,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import type { Database } from './database.ts';
import { runPreparedBy, type RunStatement } from './prepared.ts';
import type { Tables } from './tables.ts';

/**
 * The embedded database in a folder: WAL, every commit on disk before it is acknowledged. One writer and a separate
 * reader, since on a single connection reads would wait for the open transaction (design 4).
 */
export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'kindbite.db');
  const write = connect(file);
  const read = connect(file);
  runPreparedBy(read.kysely, read.run); // nobody opens a transaction on the reader
  return {
    engine: 'sqlite',
    read: read.kysely,
    write: write.kysely,
    close: async () => {
      await read.close();
      await write.close();
    },
  };
}

function connect(file: string): { kysely: Kysely<Tables>; run: RunStatement; close(): Promise<void> } {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const database = toKysely(connection);
  const kysely = new Kysely<Tables>({
    dialect: new TransactionalSqliteDialect({ database }),
    plugins: [limitsInText],
  });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    if (connection.isOpen) connection.close(); // a connection that was never used is left open by Kysely
  };
  return { kysely, run: ({ sql, parameters }) => database.prepare(sql).all(parameters), close };
}

const busyTimeoutMs = 5000; // several processes may migrate at once

/** Kysely's dialect takes schema changes out of transactions on SQLite; SQLite has no need for that. */
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

class LimitWriter extends OperationNodeTransformer {
  protected override transformLimit(node: LimitNode): LimitNode {
    const { limit } = node;
    return ValueNode.is(limit) && typeof limit.value === 'number'
      ? LimitNode.create(ValueNode.createImmediate(limit.value))
      : super.transformLimit(node);
  }
}

const limitWriter = new LimitWriter();

/**
 * Writes limits into the text of a statement. SQLite plans by the value of a limit, so it plans a statement anew with every run when
 * the limit is bound to it: for short reads that doubles their time (https://www.sqlite.org/c3ref/prepare.html, rule 3).
 */
const limitsInText: KyselyPlugin = {
  transformQuery: ({ node }) => limitWriter.transformNode(node),
  transformResult: async ({ result }) => result,
};

/** Node's synchronous SQLite in the shape Kysely expects; statements are prepared once. */
function toKysely(connection: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      // A transaction takes the write lock at once: upgrading a read lock later could only fail.
      const statement = wrap(connection.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (prepared.size < preparedMax) prepared.set(sql, statement);
      return statement;
    },
  };
}

const preparedMax = 500;

type Primitive = string | number | bigint | null;

function wrap(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true);
  const toRow = rowMaker(statement);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(asPrimitive)).map(toRow),
    run: (parameters) => statement.run(...parameters.map(asPrimitive)),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(asPrimitive))) yield toRow(values);
    },
  };
}

/**
 * Makes objects of a statement's rows. Node's own objects have a hidden class each, so that whoever reads them looks every column
 * up by its name: for thirty rows that takes as long as the query.
 */
function rowMaker(statement: StatementSync): (values: unknown) => Row {
  const readNames = (): string[] => statement.columns().map(({ name }) => name);
  let names = readNames();
  return (values) => {
    if (!Array.isArray(values)) throw new TypeError('a row is a list of values');
    if (values.length !== names.length) names = readNames(); // another process has added a column
    const row: Row = {};
    for (const [column, name] of names.entries()) row[name] = values[column];
    return row;
  };
}

type Row = Record<string, unknown>;

/** Anything but a primitive would be taken for named parameters, and shift every value after it. */
function asPrimitive(parameter: unknown): Primitive {
  if (
    parameter === null ||
    typeof parameter === 'string' ||
    typeof parameter === 'number' ||
    typeof parameter === 'bigint'
  )
    return parameter;
  throw new TypeError(`a ${typeof parameter} cannot be stored`);
}
