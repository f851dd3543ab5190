import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sessionCalls } from '#contract/calls/session.ts';
import { failureText } from './api-error.ts';
import { callEndpoint } from './api.ts';

/** Returns the sentence that a person reads when a call gets this response. */
async function textFor(respond: () => Response | Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', async () => respond());
  return callEndpoint(sessionCalls.logout, {}).then(() => 'accepted', failureText);
}

const proxyPage = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const unreachable = "We couldn't reach the server. Please try again.";
const wrong = 'Something went wrong. Please try again.';

test.each([
  [413, '', "That's too long. Please shorten it and try again."],
  [415, 'Unsupported Media Type', wrong],
  [429, 'Too many requests, slow down', 'Too many requests. Please wait a minute and try again.'],
  [429, proxyPage, 'Too many requests. Please wait a minute and try again.'],
  [500, '', wrong],
  [500, '{}', wrong],
  [500, '{"message":{"text":"no"},"error":null}', wrong],
  [500, '[object Object]', wrong],
  [502, proxyPage, unreachable],
  [503, 'upstream connect error', unreachable],
  [504, '', unreachable],
  [400, '{"code":"x","error":"Look again.","message":"Look again."}', 'Look again.'],
  [200, proxyPage, unreachable],
])('status %i with the body %j reads as a sentence', async (status, body, sentence) => {
  expect(await textFor(() => new Response(body, { status }))).toBe(sentence);
});

test.each([
  ['a lost connection', new TypeError('Failed to fetch')],
  ['a timeout', new DOMException('signal timed out', 'TimeoutError')],
])('%s reads as a sentence', async (_name, problem) => {
  expect(await textFor(() => Promise.reject(problem))).toBe(unreachable);
});

test('a body that is not JSON is never shown', async () => {
  const status = fc.integer({ min: 400, max: 599 });
  const body = fc.string({ minLength: 1 }).map((text) => `<p>${text}`);
  await fc.assert(
    fc.asyncProperty(status, body, async (code, text) => {
      expect(await textFor(() => new Response(text, { status: code }))).not.toContain(text);
    }),
    { numRuns: 50 },
  );
});

test('a call without a signal ends after a time limit', async () => {
  const fetch = vi.fn<(path: string, request: RequestInit) => Promise<Response>>(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  await callEndpoint(sessionCalls.logout, {});
  expect(fetch.mock.calls[0]?.[1].signal).toBeInstanceOf(AbortSignal);
});
