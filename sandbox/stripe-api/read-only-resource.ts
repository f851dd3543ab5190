import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { Table } from '../state/table.ts';
import { expandParameter } from '../stripe-parameters/form-values.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import type { ObjectKind } from './expandables.ts';
import { readPage } from './page.ts';
import type { PageRequest } from './page.ts';

interface Stored {
  readonly id: string;
  readonly created: number;
}

interface ReadOnlyResource<T extends Stored, Parameters extends PageRequest & { expand?: string[] | undefined }> {
  readonly path: string;
  readonly kind: ObjectKind;
  readonly table: (sandbox: Sandbox) => Table<T>;
  readonly toWire: (sandbox: Sandbox, record: T) => unknown;
  readonly listParameters: z.ZodType<Parameters>;
  /** Whether a list with these parameters has this record; read alone, a record is asked with none. */
  readonly isWanted: (record: T, parameters: Partial<Parameters>, sandbox: Sandbox) => boolean;
}

/** The two calls, one object and the list, of a resource that callers read but do not write. */
export function readOnlyResource<T extends Stored, Parameters extends PageRequest & { expand?: string[] | undefined }>(
  resource: ReadOnlyResource<T, Parameters>,
): Endpoint[] {
  const { path, kind, table, toWire, isWanted } = resource;
  const read = endpoint({
    method: 'GET',
    path: `${path}/:id`,
    parameters: z.strictObject(expandParameter),
    answers: { kind },
    check: (sandbox, _parameters, id) => {
      const record = table(sandbox).get(id);
      if (record === undefined || !isWanted(record, {}, sandbox)) throw noSuch(kind, id);
      return record;
    },
    run: (sandbox, record) => toWire(sandbox, record),
  });
  const list = endpoint({
    method: 'GET',
    path,
    parameters: resource.listParameters,
    answers: { kind, isList: true },
    check: (sandbox, parameters) =>
      readPage(table(sandbox), kind, parameters, (record) => isWanted(record, parameters, sandbox)),
    run: (sandbox, page) => ({
      object: 'list',
      data: page.records.map((record) => toWire(sandbox, record)),
      has_more: page.hasMore,
      url: path,
    }),
  });
  return [read, list];
}
