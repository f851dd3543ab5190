import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { Collection } from '#sandbox/store.ts';
import { invalidParameter, noSuch } from '../error.ts';
import { expandParameter } from '../parameters/form-values.ts';
import { endpoint, type Endpoint, type Expansions, type WireObject } from './endpoint.ts';

interface Stored {
  readonly id: string;
  readonly created: number;
}

/** The part of a list that a caller wants. Cursors are ids of objects that the caller has seen; times are seconds. */
interface PageRequest {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
  readonly created?: CreatedRange | undefined;
}

type CreatedRange = Readonly<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | undefined>>>;

interface ReadableResource<T extends Stored, Parameters extends PageRequest & { expand?: string[] | undefined }> {
  readonly path: string;
  /** The resource's name in the refusal of an unknown id. */
  readonly kind: string;
  readonly collection: (sandbox: Sandbox) => Collection<T>;
  readonly toWire: (sandbox: Sandbox, record: T) => WireObject;
  readonly listParameters: z.ZodType<Parameters>;
  /** Returns true if a list with these parameters includes the record; if there are none, true if the record can be read. */
  readonly isIncluded: (record: T, parameters: Partial<Parameters>, sandbox: Sandbox) => boolean;
  readonly expansions?: Expansions;
}

/** Creates the two endpoints that read a resource: one object, and the list. */
export function readEndpoints<T extends Stored, Parameters extends PageRequest & { expand?: string[] | undefined }>(
  resource: ReadableResource<T, Parameters>,
): Endpoint[] {
  const { path, kind, collection, toWire, isIncluded, listParameters, expansions = new Map() } = resource;
  const read = endpoint({
    method: 'GET',
    path: `${path}/:id`,
    parameters: z.strictObject(expandParameter),
    expansions,
    check: (sandbox, _parameters, id) => {
      const record = collection(sandbox).get(id);
      if (record === undefined || !isIncluded(record, {}, sandbox)) throw noSuch(kind, id);
      return record;
    },
    run: toWire,
  });
  const list = endpoint({
    method: 'GET',
    path,
    parameters: listParameters,
    expansions,
    check: (sandbox, parameters) =>
      readPage(collection(sandbox), kind, parameters, (record) => isIncluded(record, parameters, sandbox)),
    run: (sandbox, page) => pageToWire(path, page, (record) => toWire(sandbox, record)),
  });
  return [read, list];
}

/** One page, newest first. */
interface Page<T> {
  readonly records: T[];
  readonly hasMore: boolean;
}

/**
 * Reads one page of a collection: `starting_after` continues with older records, `ending_before` with newer ones.
 * Throws a StripeError for an unknown cursor, or for both cursors together.
 */
export function readPage<T extends Stored>(
  collection: Collection<T>,
  kind: string,
  request: PageRequest,
  isIncluded: (record: T) => boolean,
): Page<T> {
  const { starting_after: after, ending_before: before, created = {} } = request;
  if (after !== undefined && before !== undefined) {
    const message = 'You may only specify one of these parameters: starting_after, ending_before.';
    throw invalidParameter('starting_after', 'parameter_invalid', message);
  }
  const cursor = after ?? before;
  if (cursor !== undefined && collection.get(cursor) === undefined) {
    throw noSuch(kind, cursor, after === undefined ? 'ending_before' : 'starting_after', 400);
  }
  const ordered = before === undefined ? collection.newestFirst() : [...collection.values()];
  const start = cursor === undefined ? 0 : ordered.findIndex(({ id }) => id === cursor) + 1;
  const records: T[] = [];
  for (const record of ordered.slice(start)) {
    // Creation times never decrease, so a page of recent records ends at the first older one.
    if (before === undefined && isBelow(record.created, created)) break;
    if (!isWithin(record.created, created) || !isIncluded(record)) continue;
    records.push(record);
    if (records.length > request.limit) break;
  }
  const hasMore = records.length > request.limit;
  const page = records.slice(0, request.limit);
  return { records: before === undefined ? page : page.toReversed(), hasMore };
}

/** A page as the API returns it. */
export const pageToWire = <T>(url: string, { records, hasMore }: Page<T>, toWire: (record: T) => WireObject) => ({
  object: 'list',
  data: records.map(toWire),
  has_more: hasMore,
  url,
});

function isBelow(created: number, range: CreatedRange): boolean {
  return created < (range.gte ?? -Infinity) || created <= (range.gt ?? -Infinity);
}

function isWithin(created: number, range: CreatedRange): boolean {
  return !isBelow(created, range) && created <= (range.lte ?? Infinity) && created < (range.lt ?? Infinity);
}
