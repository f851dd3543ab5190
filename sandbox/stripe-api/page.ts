import type { Table } from '../state/table.ts';
import { invalidParameter, noSuch } from '../stripe/stripe-error.ts';

/** Which part of a list a caller wants; cursors are ids of objects already seen. */
export interface PageRequest {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
  readonly created?: CreatedRange | undefined;
}

/** Bounds on the moment of creation, in seconds. */
export interface CreatedRange {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

/** One page, newest first. */
export interface Page<T> {
  readonly records: T[];
  readonly hasMore: boolean;
}

/**
 * Reads one page of a table. `starting_after` goes on to older objects, `ending_before` back to newer ones.
 * Throws a StripeError for a cursor that names nothing, or for both cursors at once.
 */
export function readPage<T extends { readonly id: string; readonly created: number }>(
  table: Table<T>,
  kind: string,
  request: PageRequest,
  isWanted: (record: T) => boolean,
): Page<T> {
  const { starting_after: after, ending_before: before, created = {} } = request;
  if (after !== undefined && before !== undefined) {
    throw invalidParameter(
      'starting_after',
      'parameter_invalid',
      'You may only specify one of these parameters: starting_after, ending_before.',
    );
  }
  for (const [param, cursor] of [
    ['starting_after', after],
    ['ending_before', before],
  ] as const) {
    if (cursor !== undefined && table.get(cursor) === undefined) throw noSuch(kind, cursor, param, 400);
  }
  const walk = before === undefined ? table.olderThan(after) : table.newerThan(before);
  const records: T[] = [];
  for (const record of walk) {
    // Creation times only grow along the table, so a page that asks for recent ones ends at the first older one.
    if (before === undefined && isBelow(record.created, created)) break;
    if (!isWithin(record.created, created) || !isWanted(record)) continue;
    records.push(record);
    if (records.length > request.limit) break;
  }
  const hasMore = records.length > request.limit;
  const page = records.slice(0, request.limit);
  return { records: before === undefined ? page : page.toReversed(), hasMore };
}

function isBelow(created: number, range: CreatedRange): boolean {
  return created < (range.gte ?? -Infinity) || created <= (range.gt ?? -Infinity);
}

function isWithin(created: number, range: CreatedRange): boolean {
  return !isBelow(created, range) && created <= (range.lte ?? Infinity) && created < (range.lt ?? Infinity);
}
