import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { postText, refusal } from '#test/support/call-app.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { registerEndpoint } from './register-endpoint.ts';

const planted = {
  method: 'POST',
  path: '/api/planted',
  access: 'public',
  summary: 'Stands for every endpoint that keeps its texts in columns of texts',
  body: z.looseObject({}),
  answer: z.object({ body: z.string() }),
  errors: [],
} as const satisfies Endpoint;

const keeper = { ...planted, path: '/api/planted-keeper', storesAnyText: true } as const satisfies Endpoint;

const odd: readonly (readonly [string, unknown])[] = [
  ['a NUL character', { text: 'a\0b' }],
  ['half of a surrogate pair', { text: '\ud83d' }],
  ['a NUL character far inside', { list: [{ inner: ['\0'] }] }],
  ['a name that is half of a pair', { ['\ude00']: 1 }],
];

describe('texts that no database keeps as they are', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('sqlite', { cards: stubCards() });
    for (const endpoint of [planted, keeper])
      registerEndpoint(app.server, app.deps, endpoint, async ({ body }) => ({ body: JSON.stringify(body) }));
  });
  afterAll(() => app.close());

  test.each(odd)('such as %s are refused', async (_what, body) => {
    const answer = await postText(app, planted.path, JSON.stringify(body));
    expect([answer.statusCode, answer.json<unknown>()]).toEqual([
      400,
      refusal('invalid_request', 'The request has characters that cannot be stored.'),
    ]);
  });

  test.each(odd)('such as %s arrive where an endpoint says that it keeps any', async (_what, body) => {
    const answer = await postText(app, keeper.path, JSON.stringify(body));
    expect([answer.statusCode, answer.json<unknown>()]).toEqual([200, { body: JSON.stringify(body) }]);
  });

  test('are kept by contact messages and their replies alone', () => {
    const keepers = Object.entries<Endpoint>(endpoints).filter(([, { storesAnyText }]) => storesAnyText);
    expect(keepers.map(([name]) => name)).toEqual(['sendContactMessage', 'replyToMessage']);
  });
});
