import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  LimitNode,
  OperationNodeTransformer,
  ValueNode,
  type KyselyPlugin,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';

/** Adapts Node's synchronous SQLite to Kysely's interface. Each statement is prepared once. */
export function cachedStatements(connection: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      const cached = cache.get(sql);
      if (cached) return cached;
      // A transaction takes the write lock at once: upgrading a read lock later could fail.
      const statement = adapt(connection.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (cache.size < cacheSizeMax) cache.set(sql, statement);
      return statement;
    },
  };
}

const cacheSizeMax = 500;

function adapt(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true);
  const toRow = rowBuilder(statement);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(asPrimitive)).map(toRow),
    run: (parameters) => statement.run(...parameters.map(asPrimitive)),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(asPrimitive))) yield toRow(values);
    },
  };
}

type Row = Record<string, unknown>;

/**
 * Builds row objects that share one hidden class. Node's own rows have one each, and reading the columns of thirty of them
 * takes as long as the query.
 */
function rowBuilder(statement: StatementSync): (values: unknown) => Row {
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

/** SQLite would take anything else for named parameters, and shift every value after it. */
function asPrimitive(parameter: unknown): string | number | bigint | null {
  if (
    parameter === null ||
    typeof parameter === 'string' ||
    typeof parameter === 'number' ||
    typeof parameter === 'bigint'
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
 * again for every run, which doubles the time of short reads (https://www.sqlite.org/c3ref/prepare.html, rule 3).
 */
export const limitsInText: KyselyPlugin = {
  transformQuery: ({ node }) => limitWriter.transformNode(node),
  transformResult: async ({ result }) => result,
};
