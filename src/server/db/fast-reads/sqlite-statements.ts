import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  LimitNode,
  OperationNodeTransformer,
  ValueNode,
  type KyselyPlugin,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import type { Tracing } from '#server/ports/tracing.ts';
import { DatabaseUnavailable } from '../database.ts';
import { recordedStatement } from '../statement-spans.ts';

/** Adapts Node's synchronous SQLite to Kysely's interface. Prepares the first 500 statements only once each. */
export function cachedStatements(connection: DatabaseSync, tracing?: Tracing): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      if (sql === 'rollback' && !connection.isTransaction) return noStatement; // SQLite has rolled back already, as on a full disk
      const cached = cache.get(sql);
      if (cached) return cached;
      // A transaction takes the write lock immediately: upgrading a read lock later could fail.
      const adapted = adapt(connection.prepare(sql === 'begin' ? 'begin immediate' : sql));
      const statement = tracing ? recordedStatement(tracing, sql, adapted) : adapted;
      if (cache.size < cacheSizeMax) cache.set(sql, statement);
      return statement;
    },
  };
}

const cacheSizeMax = 500;

const noStatement: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  *iterate() {},
};

function adapt(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true);
  const toRow = rowBuilder(statement);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translatingDiskErrors(() => statement.all(...parameters.map(checkStorable)).map(toRow)),
    run: (parameters) => translatingDiskErrors(() => statement.run(...parameters.map(checkStorable))),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(checkStorable))) yield toRow(values);
    },
  };
}

/** Throws DatabaseUnavailable when the disk, not the statement, is the problem. */
function translatingDiskErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && isDiskError(error.errcode))
      throw new DatabaseUnavailable(error);
    throw error;
  }
}

/** Primary result codes: read-only file, failed read or write, full disk, file that cannot be opened. */
const diskErrorCodes = new Set([8, 10, 13, 14]);

const isDiskError = (errcode: unknown): boolean => typeof errcode === 'number' && diskErrorCodes.has(errcode & 0xff);

type Row = Record<string, unknown>;

/**
 * Builds row objects that share one hidden class. Node gives each row object a different hidden class, which makes columns slow
 * to read: reading those of thirty rows takes as long as the query.
 */
function rowBuilder(statement: StatementSync): (values: unknown) => Row {
  const readNames = (): string[] => statement.columns().map(({ name }) => name);
  let names = readNames();
  return (values) => {
    if (!Array.isArray(values)) throw new TypeError('a row must be a list of values');
    if (values.length !== names.length) names = readNames(); // another process has added a column
    const row: Row = {};
    for (const [column, name] of names.entries()) row[name] = values[column];
    return row;
  };
}

/** Refuses any other value: Node would take an object for named parameters, and shift every value after it. */
function checkStorable(parameter: unknown): string | number | bigint | Uint8Array | null {
  if (
    parameter === null ||
    typeof parameter === 'string' ||
    typeof parameter === 'number' ||
    typeof parameter === 'bigint' ||
    parameter instanceof Uint8Array
  )
    return parameter;
  throw new TypeError(`a ${typeof parameter} cannot be stored`);
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
 * Writes limits into the text of statements. SQLite plans by the value of a limit, so it plans a statement with a bound limit
 * again for every run, and short reads take twice as long (https://www.sqlite.org/c3ref/prepare.html, rule 3).
 */
export const limitsInText: KyselyPlugin = {
  transformQuery: ({ node }) => limitWriter.transformNode(node),
  transformResult: async ({ result }) => result,
};
