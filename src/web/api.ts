import * as z from 'zod/mini';
import type { Call } from '#contract/endpoint.ts';
import { ApiError, type Refusal } from './api-error.ts';

export { ApiError };

/** The names of the `:parameters` of a path. */
type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The arguments of a call. Only a call that has them takes a `body`, a `file` or `params`. */
export type CallInput<C extends Call> = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
} & (C extends { body: infer Body extends z.ZodMiniType } ? { readonly body: z.input<Body> } : object) &
  (C extends { upload: object } ? { readonly file: Blob } : object) &
  ([PathParameter<C['path']>] extends [never]
    ? object
    : { readonly params: Readonly<Record<PathParameter<C['path']>, string>> });

/** The body of a successful response. */
export type ResponseOf<C extends Call> = z.output<C['response']>;

/** A successful response did not match the contract. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/**
 * Makes a call, with cookies, and parses its response. Rejects with `ApiError` when the server refuses it, with
 * `UnexpectedResponseError` when the response does not match the contract, and with the browser's own error when the server
 * cannot be reached, does not respond in time, or the call is aborted.
 */
export async function callEndpoint<C extends Call>(call: C, input: CallInput<C>): Promise<ResponseOf<C>> {
  return (await callForPage(call, input)).response;
}

/** Like `callEndpoint`, but also returns the headers, which contain the cursor of a list. */
export async function callForPage<C extends Call>(
  call: C,
  input: CallInput<C>,
): Promise<{ readonly response: ResponseOf<C>; readonly headers: Headers }> {
  const { params = {}, query = {}, body, file }: LooseInput = input;
  const search = new URLSearchParams(query).toString();
  const response = await fetch(fillPath(call.path, params) + (search && `?${search}`), {
    method: call.method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
    body: body === undefined ? (file ?? null) : JSON.stringify(body), // the browser sends a file's own content type
    signal: input.signal ?? AbortSignal.timeout(responseTimeoutMs),
  });
  if (!response.ok) throw new ApiError(response.status, await readRefusal(response));
  return { response: parseResponse(call, await response.text()), headers: response.headers };
}

/** Longer than the server waits for a provider, so that a refusal arrives first. */
const responseTimeoutMs = 30_000;

/** Returns the address of a call that downloads a file, for a link. */
export const fileAddress = <C extends Call & { readonly file: string }>(
  { path }: C,
  params: Readonly<Record<PathParameter<C['path']>, string>>,
): string => fillPath(path, params);

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly file?: Blob;
}

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function parseResponse<C extends Call>({ method, path, response }: C, text: string): ResponseOf<C> {
  const schema: C['response'] = response;
  const parsed = z.safeParse(schema, parseJson(text));
  if (!parsed.success)
    throw new UnexpectedResponseError(`The response of ${method} ${path} does not match the contract`);
  return parsed.data;
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body = await response.text().catch(() => '');
  const json = parseJson(body);
  const serverSentence = fieldOf(json, 'message') ?? fieldOf(json, 'error');
  return {
    text: serverSentence ?? (body || response.statusText),
    code: fieldOf(json, 'code'),
    sentence: serverSentence ?? (json === undefined ? 'Network error' : `Server error: ${response.status}`),
    serverSentence,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}

function fieldOf(json: unknown, name: string): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Reflect.get(json, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
