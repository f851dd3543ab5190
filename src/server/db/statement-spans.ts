import type { SqliteStatement } from 'kysely';
import type { SpanDetails, Tracing } from '#server/ports/tracing.ts';
import type { Connections } from './postgres/connections.ts';

/** Describes the span of a statement. The values are not recorded: the text has placeholders for them. */
const statementSpan = (system: 'sqlite' | 'postgresql', text: string): SpanDetails => ({
  name: summaryOf(text),
  kind: 'client',
  attributes: { 'db.system.name': system, 'db.query.text': text },
});

/** Returns the first word and the first table, such as `select donations`. */
function summaryOf(text: string): string {
  const [verb = 'statement'] = /^\s*\w+/.exec(text) ?? [];
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1];
  return table === undefined ? verb.trim() : `${verb.trim()} ${table}`;
}

/** Wraps a statement of the embedded database so that each run is recorded. Reading row by row (`iterate`) is not recorded. */
export function recordedStatement(tracing: Tracing, text: string, statement: SqliteStatement): SqliteStatement {
  const details = statementSpan('sqlite', text);
  return {
    ...statement,
    all: (parameters) =>
      tracing.runSpan(
        () => details,
        () => statement.all(parameters),
      ),
    run: (parameters) =>
      tracing.runSpan(
        () => details,
        () => statement.run(parameters),
      ),
  };
}

/** Wraps connections so that each statement is recorded. */
export const recordedConnections = (tracing: Tracing, connections: Connections): Connections => ({
  ...connections,
  acquire: async (patience) => {
    const connection = await connections.acquire(patience);
    return {
      ...connection,
      query: (statement) =>
        tracing.runSpan(
          () => statementSpan('postgresql', statement.text),
          () => connection.query(statement),
        ),
    };
  },
});
