import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { statements, type BareStore, type Row, type StatementName, type Steps } from './statements.ts';

/** Node's SQLite with every statement prepared once, and with the product's durability settings. */
export function openSqliteStore(dataDir: string): BareStore {
  const connection = new DatabaseSync(join(dataDir, 'kindbite.db'), { timeout: 5000 });
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const prepared = new Map(
    Object.entries(statements).map(([name, text]): [string, StatementSync] => [name, connection.prepare(text)]),
  );
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const find = (name: StatementName): StatementSync => {
    const statement = prepared.get(name);
    if (!statement) throw new Error(`no statement ${name}`);
    return statement;
  };
  return {
    query: async (text) => connection.prepare(text).all() as Row[],
    run: async ([name, values]) => find(name).all(...values) as Row[],
    transact: async (steps) => {
      begin.run();
      runSteps(steps, find);
      commit.run();
    },
    close: async () => connection.close(),
  };
}

function runSteps(steps: Steps, find: (name: StatementName) => StatementSync): void {
  let step = steps.next();
  while (!step.done) {
    const [name, values] = step.value;
    step = steps.next(find(name).all(...values) as Row[]);
  }
}
