import * as z from 'zod/mini';
import type { Right } from '#domain/staff/rights.ts';
import type { ErrorCode } from './error.ts';

/** The part of an endpoint that the browser knows: how to call it, and the schema of its response. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path, with parameters as `:name`. */
  readonly path: `/${string}`;
  /** The schema of the query; absent if there is none. All values are strings before they are parsed. */
  readonly query?: z.ZodMiniType;
  /** The schema of the request's body; absent if there is none. */
  readonly body?: z.ZodMiniType;
  /** The file that is sent as the body instead of JSON; absent for a JSON body. */
  readonly upload?: Upload;
  /** The schema of a successful response; `fileResponse` for a file. */
  readonly response: z.ZodMiniType;
  /** The content type of a response that is a file instead of JSON. */
  readonly file?:
    | 'application/pdf'
    | 'application/json'
    | 'application/xml'
    | 'application/zip'
    | 'text/csv'
    | 'text/html';
}

/** A file as the body of a call. */
export interface Upload {
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** The sentences about a body that is too large or has the wrong type. */
  readonly sentences: { readonly tooLarge: string; readonly wrongType: string };
}

/** Who may call an endpoint: everyone, anyone signed in, the team, or roles with a right. The server refuses all others. */
export type Access = 'public' | 'donor' | StaffAccess;

/** Who on the team may call an endpoint. */
export type StaffAccess = 'staff' | Right;

export const isStaffAccess = (access: Access): access is StaffAccess => access !== 'public' && access !== 'donor';

/** A call with the rules that the server enforces and the API document lists. */
export interface Endpoint extends Call {
  readonly access: Access;
  readonly summary: string;
  /** True if strings are stored in a form that keeps every character. Other endpoints refuse NUL and unpaired surrogates. */
  readonly storesAnyText?: boolean;
  /** True if responses have an ETag, so that a caller that already has the response gets a 304. */
  readonly hasEntityTag?: boolean;
  /** True if the staff member has to be signed in. Then the endpoint cannot be called with an API token. */
  readonly onlyInPerson?: boolean;
  /** The largest body in bytes; absent if 64 kB is enough. */
  readonly bodyMax?: number;
  /** True if a header of the response contains the number of its published version. */
  readonly hasContentVersion?: boolean;
  /** The refusals of this endpoint, besides those of every call. */
  readonly errors: readonly ErrorCode[];
  /** The most calls per minute from one IPv4 address, or from the network of an IPv6 one; absent if calls are not limited. */
  readonly limitPerMinute?: number;
}

/** Calls by name. A page imports only the tables it needs. */
export type CallTable = Readonly<Record<string, Call>>;

export type EndpointTable = Readonly<Record<string, Endpoint>>;

/** Creates the query schema of a paginated list. `cursor` comes from the previous page. */
export const pageQuery = (cursorInvalid: string) =>
  z.object({ cursor: z.optional(z.string({ error: cursorInvalid })) });

/** The response header with the cursor of a list's next page, for `?cursor=`; absent on the last page. */
export const nextCursorHeader = 'x-next-cursor';

/** The header with which our own pages request additional fields. Without it, a list has only the fields of the spec (spec 3). */
export const detailsHeader = 'x-include-details';

/** The request header by which a repeated request is recognized. */
export const idempotencyKeyHeader = 'idempotency-key';

/** The response of a call that returns a file. */
export const fileResponse = z.string();

/** Why a file cannot be downloaded right now. */
export const fileSentences = {
  downloadRunning: 'Your previous download is still running. Please try again when it has finished.',
  pdfBusy: 'Too many documents were requested at once. Please try again in a moment.',
} as const;
