import type { InsertObject, Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const rowsAtOnce = 500;

/** Writes `count` rows, each made from its index, 500 per statement. */
export async function insertAll<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  count: number,
  rowOf: (index: number) => Tables[Table],
): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    const length = Math.min(rowsAtOnce, count - from);
    const rows = Array.from({ length }, (_, index) => rowOf(from + index));
    await db
      .insertInto(table)
      .values(rows as unknown as readonly InsertObject<Tables, Table>[])
      .execute();
  }
}

/** An id made from a number, in the format that the SQL in this folder uses. */
export const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(26, '0')}`;
