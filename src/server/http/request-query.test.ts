import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { registerEndpoint } from './register-endpoint.ts';

const planted = {
  method: 'GET',
  path: '/api/planted',
  access: 'public',
  summary: 'An example of an endpoint with a query',
  query: z.object({
    state: z.optional(z.enum(['open', 'paid'], { error: 'The state must be open or paid.' })),
    text: z.optional(z.string()),
  }),
  response: z.object({ query: z.string() }),
  errors: [],
} as const satisfies Endpoint;

const withoutQuery = {
  method: 'GET',
  path: '/api/planted-without-query',
  access: 'public',
  summary: 'An example of an endpoint without a query',
  response: z.object({ query: z.string() }),
  errors: [],
} as const satisfies Endpoint;

describe('the query of an endpoint', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('sqlite', { cards: stubCards() });
    for (const endpoint of [planted, withoutQuery])
      registerEndpoint(app.server, app.deps, endpoint, async ({ query }) => ({
        query: JSON.stringify(query ?? 'none'),
      }));
  });
  afterAll(() => app.close());

  const get = async (url: string): Promise<readonly [number, unknown]> => {
    const response = await app.server.inject({ url });
    return [response.statusCode, response.json<unknown>()];
  };

  test.each([
    ['', {}],
    ['?state=paid&text=%C3%A9', { state: 'paid', text: 'é' }],
    ['?text=', { text: '' }],
    ['?limit=5&text=a', { text: 'a' }],
  ])('is parsed by its schema, without unknown parameters: %s', async (query, parsed) => {
    expect(await get(planted.path + query)).toEqual([200, { query: JSON.stringify(parsed) }]);
  });

  test.each([
    ['?state=lost', 'The state must be open or paid.'],
    ['?state=', 'The state must be open or paid.'],
    ['?text=a&text=b', 'The request is missing something or has a value of the wrong kind.'],
    ['?text=%00', 'The request has characters that cannot be stored.'],
  ])('is refused with a sentence: %s', async (query, sentence) => {
    expect(await get(planted.path + query)).toEqual([400, refusal('invalid_request', sentence)]);
  });

  test('is ignored by an endpoint that has none', async () => {
    expect(await get(`${withoutQuery.path}?state=lost&text=%00`)).toEqual([200, { query: '"none"' }]);
  });
});
