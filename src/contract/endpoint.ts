import * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';

/** Who may call an endpoint; the server refuses everyone else. There is no default: every endpoint says it. */
export type Access = 'public' | 'donor' | 'admin';

/** One call of the product: everything that server, browser and document need to know about it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** Body of the request; absent when the call has none. */
  readonly body?: z.ZodMiniType;
  /** Body of a successful answer; of a file, what stands for it in the document. */
  readonly answer: z.ZodMiniType;
  /** Content type of a successful answer that is a file to download, and not a JSON value in the shape of `answer`. */
  readonly file?: 'application/pdf' | 'application/json' | 'text/csv';
  /** Whether the texts of the body are kept in a form that holds every character; all other bodies are refused when a text has NUL characters or halves of surrogate pairs. */
  readonly storesAnyText?: boolean;
  /** Refusals beyond those that any call can meet. */
  readonly errors: readonly ErrorCode[];
  /** Most calls a minute from one address; absent when the call is not limited. */
  readonly limitPerMinute?: number;
}

/** Endpoints by their names. Each page's scripts carry the tables that it calls, and no others. */
export type EndpointTable = Readonly<Record<string, Endpoint>>;

/** Stands for the body of a file in the table: the content type says what it is. */
export const fileAnswer = z.string();
