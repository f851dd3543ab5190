/** A change of one record as the journal keeps it: the table's name with the whole new record, or with the id of a removed one. */
export type Change =
  | readonly [table: string, record: { readonly id: string }]
  | readonly [table: string, record: null, id: string];

/** Records of one kind in the order in which they were first written. */
export interface Table<T extends { readonly id: string }> {
  readonly get: (id: string) => T | undefined;
  /** Adds the record, or replaces the one with the same id where it stands. */
  readonly put: (record: T) => void;
  readonly remove: (id: string) => void;
  readonly values: () => IterableIterator<T>;
  readonly size: () => number;
  /** Records before (older than) the one with this id, newest first; all of them when no id is given. */
  readonly olderThan: (id?: string) => Generator<T>;
  /** Records after (newer than) the one with this id, oldest first. */
  readonly newerThan: (id: string) => Generator<T>;
  /** Takes a change from the journal without writing it there again. */
  readonly restore: (record: T | null, id: string) => void;
  readonly clear: () => void;
}

/**
 * Makes an empty table. Positions only grow, so pages of lists start at their cursor at once,
 * however many records stand before it.
 */
export function createTable<T extends { readonly id: string }>(
  name: string,
  onChange: (change: Change) => void,
): Table<T> {
  const records = new Map<string, T>();
  const positions = new Map<string, number>();
  let ids: (string | undefined)[] = [];

  const restore = (record: T | null, id: string): void => {
    if (record === null) {
      const position = positions.get(id);
      if (position !== undefined) ids[position] = undefined;
      positions.delete(id);
      records.delete(id);
      return;
    }
    if (!positions.has(id)) {
      positions.set(id, ids.length);
      ids.push(id);
    }
    records.set(id, record);
  };

  const walk = (start: number, step: 1 | -1) => recordsFrom(records, ids, start, step);

  return {
    get: (id) => records.get(id),
    put: (record) => {
      restore(record, record.id);
      onChange([name, record]);
    },
    remove: (id) => {
      restore(null, id);
      onChange([name, null, id]);
    },
    values: () => records.values(),
    size: () => records.size,
    olderThan: (id) => walk(id === undefined ? ids.length - 1 : (positions.get(id) ?? 0) - 1, -1),
    newerThan: (id) => walk((positions.get(id) ?? ids.length) + 1, 1),
    restore,
    clear: () => {
      records.clear();
      positions.clear();
      ids = [];
    },
  };
}

function* recordsFrom<T>(
  records: ReadonlyMap<string, T>,
  ids: readonly (string | undefined)[],
  start: number,
  step: 1 | -1,
): Generator<T> {
  for (let position = start; position >= 0 && position < ids.length; position += step) {
    const id = ids[position];
    const record = id === undefined ? undefined : records.get(id);
    if (record !== undefined) yield record;
  }
}
