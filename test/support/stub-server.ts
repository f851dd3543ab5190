import { vi } from 'vitest';

/** What a stubbed server answers, by `METHOD /path`; asked anew for every call. Whatever it lacks is a 404. */
export type StubAnswers = Record<string, () => Response | Promise<Response>>;

/** One call that the page made. */
export interface StubCall {
  /** `METHOD /path`. */
  readonly call: string;
  readonly body: unknown;
}

/** A JSON answer. */
export const jsonAnswer =
  (body: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A refusal in the product's form. */
export const refusalAnswer = (status: number, sentence: string, code = 'refused'): (() => Response) =>
  jsonAnswer({ code, error: sentence, message: sentence }, status);

/** Puts a server behind the page of a test. Answers the list of calls, which grows. */
export function stubServer(answers: StubAnswers): StubCall[] {
  const calls: StubCall[] = [];
  const notFound = refusalAnswer(404, 'Not found', 'not_found');
  vi.stubGlobal('fetch', (path: string, request: RequestInit = {}) => {
    const call = `${request.method ?? 'GET'} ${path}`;
    calls.push({ call, body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined });
    return Promise.resolve().then(() => (answers[call] ?? notFound)());
  });
  return calls;
}
