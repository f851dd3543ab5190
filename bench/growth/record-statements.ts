import { StatementSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

/** A statement that a server ran, with its parameters. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** Records every statement that this process runs from now on. The returned function returns those since its last call. */
export function recordStatements(): () => readonly RecordedStatement[] {
  let recorded: RecordedStatement[] = [];
  recordOnSqlite((statement) => recorded.push(statement));
  recordOnPostgres((statement) => recorded.push(statement));
  return () => {
    const statements = recorded;
    recorded = [];
    return statements;
  };
}

type Recorder = (statement: RecordedStatement) => void;

function recordOnSqlite(record: Recorder): void {
  const prototype = StatementSync.prototype;
  for (const method of ['all', 'get', 'run', 'iterate'] as const) {
    const run = Reflect.get(prototype, method);
    Object.defineProperty(prototype, method, {
      value(this: StatementSync, ...values: SQLInputValue[]) {
        record({ text: this.sourceSQL, values });
        return Reflect.apply(run, this, values) as unknown;
      },
    });
  }
}

function recordOnPostgres(record: Recorder): void {
  const run = Reflect.get(pg.Client.prototype, 'query');
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, query: string | pg.QueryConfig, ...others: unknown[]) {
      const values = typeof query === 'string' ? others[0] : query.values;
      record({ text: typeof query === 'string' ? query : query.text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(run, this, [query, ...others]) as unknown;
    },
  });
}
