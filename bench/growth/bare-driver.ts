import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { RecordedStatement } from './record-statements.ts';

/** A database driver without anything around it. */
export interface BareDriver {
  /** Runs the statements that only read, one after another, and skips the others. */
  run(statements: readonly RecordedStatement[]): Promise<void>;
  close(): Promise<void>;
}

export const openBareDriver = (environment: Readonly<Record<string, string>>): Promise<BareDriver> => {
  const url = environment['DATABASE_URL'];
  return url === undefined ? openOnSqlite(environment['DATA_DIR'] ?? '') : openOnPostgres(url);
};

async function openOnSqlite(dataDir: string): Promise<BareDriver> {
  const connection = new DatabaseSync(join(dataDir, 'kindbite.db'), { readOnly: true });
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    run: async (statements) => {
      for (const { text, values } of statements.filter(isRead)) prepare(text).all(...values);
    },
    close: async () => connection.close(),
  };
}

async function openOnPostgres(url: string): Promise<BareDriver> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    run: async (statements) => {
      for (const { text, values } of statements.filter(isRead))
        await client.query({ name: nameOf(text), text, values: [...values] });
    },
    close: () => client.end(),
  };
}

const isRead = ({ text }: RecordedStatement): boolean => /^\s*(select|with)\b/i.test(text);
