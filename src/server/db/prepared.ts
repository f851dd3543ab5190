import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';

/** A statement that is ready: it takes only its values, and answers its rows. */
export type Prepared<Input, Row> = (db: Queryable, input: Input) => Promise<Row[]>;

/** What the values of a statement may be: whatever both engines store. */
type Storable<Row> = { readonly [Column in keyof Row]: string | number | null };

/**
 * A statement that is built and compiled once for each database, and has a name on PostgreSQL, so that the engine reads and
 * plans it once too. `build` runs with stand-ins for the values: it may put them into the statement, but neither look at
 * them nor count with them. For the statements of the money path, where building costs more than running.
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

/** The same for a statement that takes a list, such as an insert of several rows. Each length of the list is a statement of its own. */
export function preparedList<Input extends Storable<Input>, Row>(
  build: (db: Queryable, inputs: readonly Input[]) => Compilable<Row>,
): Prepared<readonly Input[], Row> {
  const forms = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return async (db, inputs) => {
    const executor = db.getExecutor();
    const known = forms.get(executor.adapter) ?? new Map<number, CompiledQuery<Row>>(); // the same adapter inside a transaction
    forms.set(executor.adapter, known);
    const form = known.get(inputs.length) ?? build(db, standInsFor(inputs)).compile();
    known.set(inputs.length, form);
    giveName(form.sql);
    const query = { ...form, parameters: form.parameters.map((at) => read(inputs, at)) };
    const run = runners.get(db);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of the statement whose builder names their type
    if (run) return (await run(query)) as Row[];
    const { rows } = await executor.executeQuery<Row>(query);
    return rows;
  };
}

/** Runs one statement outside of any transaction, and answers its rows. */
export type RunStatement = (statement: CompiledQuery) => unknown[] | Promise<unknown[]>;

const runners = new WeakMap<Queryable, RunStatement>();

/**
 * Has the prepared statements of a database run by its driver at once. The builder's own way waits for a connection, takes it and
 * gives it back, which costs more than many a statement. Statements of a transaction go that way still.
 */
export const runPreparedBy = (db: Queryable, run: RunStatement): void => void runners.set(db, run);

/** Stands for a value while a statement is built. */
class StandIn {
  readonly row: number;
  readonly column: string;

  constructor(row: number, column: string) {
    this.row = row;
    this.column = column;
  }

  /** Counting with it, or making a text of it, would freeze nonsense into the statement. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`a prepared statement cannot look at its value ${this.column}`);
  }
}

function standInsFor<Input extends object>(inputs: readonly Input[]): readonly Input[] {
  const standIns: unknown = inputs.map((input, row) =>
    Object.fromEntries(Object.keys(input).map((column) => [column, new StandIn(row, column)])),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the builder only passes them on
  return standIns as readonly Input[];
}

/** The value that a compiled parameter stands for; one that was written into the statement stands for itself. */
function read(inputs: readonly object[], parameter: unknown): unknown {
  if (!(parameter instanceof StandIn)) return parameter;
  const value: unknown = Reflect.get(inputs[parameter.row] ?? {}, parameter.column);
  if (value === undefined) throw new TypeError(`a prepared statement lacks its value ${parameter.column}`);
  return value;
}

/** Names of the prepared statements by their text: as many as the program has, whatever it is asked. */
const names = new Map<string, string>();
let namesGiven = 0;

function giveName(text: string): void {
  if (!names.has(text)) names.set(text, `prepared_${(namesGiven += 1)}`);
}

/** The name under which PostgreSQL keeps a statement; `undefined` for one that is not prepared. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

/** Gives a statement a new name, so that PostgreSQL reads it anew: what it kept no longer fits the tables. */
export function renameStatement(text: string): void {
  if (names.delete(text)) giveName(text);
}
