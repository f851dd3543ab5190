import { vi } from 'vitest';

/** Functions that create the responses of a stubbed server, by `METHOD /path`. Every other request gets a 404. */
export type StubResponses = Record<string, () => Response | Promise<Response>>;

export interface StubCall {
  /** The call as `METHOD /path`. */
  readonly call: string;
  readonly body: unknown;
}

/** Creates a function for `StubResponses` that responds with a body. */
export const jsonResponse =
  (body: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Creates a function for `StubResponses` that refuses the call as our server does. */
export const refusalResponse = (status: number, sentence: string, code = 'refused'): (() => Response) =>
  jsonResponse({ code, error: sentence, message: sentence }, status);

/** Returns a promise that never resolves, for a call that gets no response. */
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

/** Returns the calls as `METHOD /path`, in order. */
export const callNames = (calls: readonly StubCall[]): readonly string[] => calls.map(({ call }) => call);

/** Returns all calls except GETs. */
export const mutatingCalls = (calls: readonly StubCall[]): readonly StubCall[] =>
  calls.filter(({ call }) => !call.startsWith('GET '));
