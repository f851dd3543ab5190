import { StatementSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

/** A statement that a server ran, with its parameters. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** Notes every statement that this process runs from now on. Returns a function that hands over what was noted. */
export function recordStatements(): () => readonly RecordedStatement[] {
  let recorded: RecordedStatement[] = [];
  recordOnSqlite((statement) => recorded.push(statement));
  recordOnPostgres((statement) => recorded.push(statement));
  return () => {
    const handedOver = recorded;
    recorded = [];
    return handedOver;
  };
}

type Note = (statement: RecordedStatement) => void;

function recordOnSqlite(note: Note): void {
  const prototype = StatementSync.prototype;
  for (const method of ['all', 'get', 'run', 'iterate'] as const) {
    const run = Reflect.get(prototype, method);
    Object.defineProperty(prototype, method, {
      value(this: StatementSync, ...values: SQLInputValue[]) {
        note({ text: this.sourceSQL, values });
        return Reflect.apply(run, this, values) as unknown;
      },
    });
  }
}

function recordOnPostgres(note: Note): void {
  const run = Reflect.get(pg.Client.prototype, 'query');
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, query: string | pg.QueryConfig, ...others: unknown[]) {
      const values = typeof query === 'string' ? others[0] : query.values;
      note({ text: typeof query === 'string' ? query : query.text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(run, this, [query, ...others]) as unknown;
    },
  });
}
