import { isId, type IdPrefix } from '#server/ids.ts';

/** A position in a list that is newest first: right after the row with this instant and id. */
export interface ListPosition {
  readonly at: string;
  readonly id: string;
}

/** The position before every row: no ISO instant begins with a letter. */
export const newest: ListPosition = { at: 'z', id: '' };

/** Returns the position right before the rows of a UTC day, YYYY-MM-DD: no instant has the hour 24. */
export const endOfDay = (day: string): ListPosition => ({ at: `${day}T24`, id: '' });

/** Returns true if a row comes after a position in a list that is newest first. */
export const isAfter = (row: ListPosition, { at, id }: ListPosition): boolean =>
  row.at < at || (row.at === at && row.id < id);

export const byNewest = (one: ListPosition, other: ListPosition): number => (isAfter(one, other) ? 1 : -1);

/** Returns the position at which the requested page begins, or undefined for a cursor that we did not write. */
export const readPosition = (
  { cursor }: { readonly cursor?: string | undefined },
  prefix: IdPrefix,
): ListPosition | undefined => (cursor === undefined ? newest : readCursor(cursor, prefix));

/** Writes the opaque cursor with which a caller requests the next page. */
export const writeCursor = ({ at, id }: ListPosition): string => Buffer.from(`${at} ${id}`).toString('base64url');

function readCursor(cursor: string, prefix: IdPrefix): ListPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [at = '', id = ''] = text.split(' ');
  const position = { at, id };
  const isValid = instantShape.test(at) && isId(prefix, id) && writeCursor(position) === cursor;
  return isValid ? position : undefined;
}

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The most rows on a page. Queries read one more, to know whether there is another page. */
export const pageSize = 1000;

export interface ListPage<Row> {
  readonly rows: Row[];
  /** The cursor of the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/** Creates a page from the rows that a query has found. If there is a next page, the query has found one row more than fits. */
export function toPage<Row>(found: readonly Row[], positionOf: (row: Row) => ListPosition): ListPage<Row> {
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > pageSize ? writeCursor(positionOf(last)) : undefined };
}
