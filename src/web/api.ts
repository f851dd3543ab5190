import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** Names of the `:parameters` in a path. */
type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a call needs: the body and the path parameters of its endpoint, where it has any. */
export type Call<E extends Endpoint> = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
} & (E extends { body: infer Body extends z.ZodMiniType } ? { readonly body: z.input<Body> } : object) &
  ([PathParameter<E['path']>] extends [never]
    ? object
    : { readonly params: Readonly<Record<PathParameter<E['path']>, string>> });

/** The body of an endpoint's successful answer. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** A refusal of the server. The message is the status, a colon, a space and the refusal's text (spec 8, Shared rule). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Machine-readable name of the refusal, where the server gave one. */
  readonly code: string | undefined;
  /** What a person is told: the server's sentence, else `Server error: {status}`, `Network error` for an unreadable body (spec 8, Checkout). */
  readonly sentence: string;
  /** The server's own sentence, and nothing in its place. */
  readonly told: string | undefined;

  constructor(status: number, refusal: Refusal) {
    super(`${status}: ${refusal.text}`);
    this.status = status;
    this.code = refusal.code;
    this.sentence = refusal.sentence;
    this.told = refusal.told;
  }
}

/** An answer that was successful but is not what the contract promises. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/**
 * Calls an endpoint of the contract, with cookies, and parses its answer.
 * Rejects with `ApiError` for a refusal, `UnexpectedAnswerError` for a broken promise, and the browser's own error when the
 * server cannot be reached or the call is aborted.
 */
export async function callEndpoint<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<AnswerOf<E>> {
  return (await callForPage(endpoint, call)).answer;
}

/** The same, with the headers of the answer: where a list goes on is told there. */
export async function callForPage<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
): Promise<{ readonly answer: AnswerOf<E>; readonly headers: Headers }> {
  const { params = {}, query = {}, body }: LooseCall = call;
  const search = new URLSearchParams(query).toString();
  const response = await fetch(fillPath(endpoint.path, params) + (search && `?${search}`), {
    method: endpoint.method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  if (!response.ok) throw new ApiError(response.status, await readRefusal(response));
  return { answer: parseAnswer(endpoint, await response.text()), headers: response.headers };
}

/** The address of an endpoint whose answer is a file, for a link to it. */
export const fileAddress = <E extends Endpoint & { readonly file: string }>(
  { path }: E,
  params: Readonly<Record<PathParameter<E['path']>, string>>,
): string => fillPath(path, params);

interface LooseCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function parseAnswer<E extends Endpoint>({ method, path, answer }: E, text: string): AnswerOf<E> {
  const schema: E['answer'] = answer;
  const parsed = z.safeParse(schema, parseJson(text));
  if (!parsed.success) throw new UnexpectedAnswerError(`${method} ${path} answered something else than promised`);
  return parsed.data;
}

interface Refusal {
  /** The JSON body's message or error, else the body, else the status text (spec 8; rulings, Error text). */
  readonly text: string;
  readonly code: string | undefined;
  readonly sentence: string;
  readonly told: string | undefined;
}

async function readRefusal(response: Response): Promise<Refusal> {
  const body = await response.text().catch(() => '');
  const json = parseJson(body);
  const told = fieldOf(json, 'message') ?? fieldOf(json, 'error');
  return {
    text: told ?? (body || response.statusText),
    code: fieldOf(json, 'code'),
    sentence: told ?? (json === undefined ? 'Network error' : `Server error: ${response.status}`),
    told,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whoever asked decides what text that is no JSON means
  }
}

function fieldOf(json: unknown, name: string): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const value: unknown = Reflect.get(json, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
