import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from '../database.ts';
import { nameStatement } from '../postgres/named-statements.ts';

/*
 * The fast path for hot queries (docs/decisions/0076). CPU time per request on this path and, after the arrow, with Kysely's
 * builder and executor instead, measured by `npm run bench -- --only user,donations`: GET /api/user 32 → 61 µs on SQLite and
 * 68 → 118 µs on PostgreSQL; GET /api/donations 110 → 207 µs and 176 → 606 µs.
 */

/** A statement that is built once: it takes its values and returns its rows. */
export type Prepared<Input, Row> = (db: Queryable, input: Input) => Promise<Row[]>;

/** The values that both engines can store. */
type Storable<Row> = { readonly [Column in keyof Row]: string | number | null };

/**
 * Declares a statement that is built and compiled once per database; PostgreSQL also parses it once per connection, unless a
 * pooler is in between.
 * `build` receives slots in place of values: it may pass them to the query builder, but not read them.
 */
export function prepared<Input extends Storable<Input>, Row>(
  build: (db: Queryable, input: Input) => Compilable<Row>,
): Prepared<Input, Row> {
  const run = preparedList<Input, Row>((db, [input]) => {
    if (!input) throw new RangeError('a prepared statement takes one input');
    return build(db, input);
  });
  return (db, input) => run(db, [input]);
}

/** Declares a statement that takes a list, such as an insert of several rows. It is built once per length of the list. */
export function preparedList<Input extends Storable<Input>, Row>(
  build: (db: Queryable, inputs: readonly Input[]) => Compilable<Row>,
): Prepared<readonly Input[], Row> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return async (db, inputs) => {
    const executor = db.getExecutor();
    // A transaction has the adapter of its database.
    const byLength = compiled.get(executor.adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(executor.adapter, byLength);
    const template = byLength.get(inputs.length) ?? build(db, slotsFor(inputs)).compile();
    byLength.set(inputs.length, template);
    nameStatement(template.sql);
    const query = { ...template, parameters: template.parameters.map((parameter) => valueOf(inputs, parameter)) };
    const run = drivers.get(db);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of the statement whose builder names their type
    if (run) return (await run(query)) as Row[];
    const { rows } = await executor.executeQuery<Row>(query);
    return rows;
  };
}

/** Runs one statement outside any transaction and returns its rows. */
export type RunStatement = (statement: CompiledQuery) => unknown[] | Promise<unknown[]>;

const drivers = new WeakMap<Queryable, RunStatement>();

/**
 * Sends a database's prepared statements straight to its driver, because Kysely takes eight promises to acquire and release a
 * connection. Statements in a transaction still go through Kysely.
 */
export const runPreparedBy = (db: Queryable, run: RunStatement): void => void drivers.set(db, run);

/** Stands in for a value while a statement is built. */
class Slot {
  readonly row: number;
  readonly column: string;

  constructor(row: number, column: string) {
    this.row = row;
    this.column = column;
  }

  /** Arithmetic or a template string would freeze a wrong value into the statement. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`a prepared statement cannot read its value ${this.column}`);
  }
}

function slotsFor<Input extends object>(inputs: readonly Input[]): readonly Input[] {
  const slots: unknown = inputs.map((input, row) =>
    Object.fromEntries(Object.keys(input).map((column) => [column, new Slot(row, column)])),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the builder only passes them on
  return slots as readonly Input[];
}

/** A parameter without a slot is a constant of the statement. */
function valueOf(inputs: readonly object[], parameter: unknown): unknown {
  if (!(parameter instanceof Slot)) return parameter;
  const value: unknown = Reflect.get(inputs[parameter.row] ?? {}, parameter.column);
  if (value === undefined) throw new TypeError(`a prepared statement lacks its value ${parameter.column}`);
  return value;
}
