import { vi } from 'vitest';

/** Responses of a stubbed server by `METHOD /path`, called for each request. Everything else is a 404. */
export type StubResponses = Record<string, () => Response | Promise<Response>>;

export interface StubCall {
  /** `METHOD /path`. */
  readonly call: string;
  readonly body: unknown;
}

export const jsonResponse =
  (body: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A refusal as our server sends it. */
export const refusalResponse = (status: number, sentence: string, code = 'refused'): (() => Response) =>
  jsonResponse({ code, error: sentence, message: sentence }, status);

/** A call that never gets a response. */
export const noResponse = (): Promise<Response> => new Promise<Response>(() => {});

/** Stubs `fetch` with these responses. Returns the growing list of calls. */
export function stubServer(responses: StubResponses): StubCall[] {
  const calls: StubCall[] = [];
  const notFound = refusalResponse(404, 'Not found', 'not_found');
  vi.stubGlobal('fetch', (path: string, request: RequestInit = {}) => {
    const call = `${request.method ?? 'GET'} ${path}`;
    calls.push({ call, body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined });
    return Promise.resolve().then(() => (responses[call] ?? notFound)());
  });
  return calls;
}

/** The calls as `METHOD /path`, in order. */
export const callNames = (calls: readonly StubCall[]): readonly string[] => calls.map(({ call }) => call);

/** All calls except GETs. */
export const mutatingCalls = (calls: readonly StubCall[]): readonly StubCall[] =>
  calls.filter(({ call }) => !call.startsWith('GET '));
