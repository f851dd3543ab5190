import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { registerEndpoint } from './register-endpoint.ts';

const planted = {
  method: 'POST',
  path: '/api/planted',
  access: 'public',
  summary: 'An example of an endpoint that stores its texts in text columns',
  body: z.looseObject({}),
  response: z.object({ body: z.string() }),
  errors: [],
} as const satisfies Endpoint;

const anyText = { ...planted, path: '/api/planted-any-text', storesAnyText: true } as const satisfies Endpoint;

const upload = {
  method: 'POST',
  path: '/api/planted-upload',
  access: 'public',
  summary: 'An example of an endpoint whose body is a file',
  upload: { types: ['image/png'], bytesMax: 5, sentences: { tooLarge: 'Too large.', wrongType: 'Wrong type.' } },
  response: z.object({ body: z.string() }),
  errors: [],
} as const satisfies Endpoint;

const unstorable: readonly (readonly [string, unknown])[] = [
  ['a NUL character', { text: 'a\0b' }],
  ['half of a surrogate pair', { text: '\ud83d' }],
  ['a deeply nested NUL character', { list: [{ inner: ['\0'] }] }],
  ['a key that is half of a surrogate pair', { ['\ude00']: 1 }],
];

describe('text that the databases cannot store unchanged', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('sqlite', { cards: stubCards() });
    for (const endpoint of [planted, anyText])
      registerEndpoint(app.server, app.deps, endpoint, async ({ body }) => ({ body: JSON.stringify(body) }));
  });
  afterAll(() => app.close());

  test.each(unstorable)('is refused: %s', async (_what, body) => {
    const response = await postText(app, planted.path, JSON.stringify(body));
    expect([response.statusCode, response.json<unknown>()]).toEqual([
      400,
      refusal('invalid_request', 'The request has characters that cannot be stored.'),
    ]);
  });

  test.each(unstorable)('is accepted by an endpoint that stores any text: %s', async (_what, body) => {
    const response = await postText(app, anyText.path, JSON.stringify(body));
    expect([response.statusCode, response.json<unknown>()]).toEqual([200, { body: JSON.stringify(body) }]);
  });

  test('is accepted by contact messages and their replies only', () => {
    const storing = Object.entries<Endpoint>(endpoints).filter(([, { storesAnyText }]) => storesAnyText);
    expect(storing.map(([name]) => name)).toEqual(['sendContactMessage', 'replyToMessage']);
  });
});

describe('a file as a body', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('sqlite', { cards: stubCards() });
    registerEndpoint(app.server, app.deps, planted, async ({ body }) => ({ body: JSON.stringify(body) }));
    registerEndpoint(app.server, app.deps, upload, async ({ body }) => ({ body: body.toString() }));
  });
  afterAll(() => app.close());

  const post = async (path: string, file: string, type: string) => {
    const response = await postText(app, path, file, { 'content-type': type });
    const { body, message } = response.json<{ body?: string; message?: string }>();
    return [response.statusCode, message ?? body];
  };

  test('is accepted by a call that has an upload, and such a call accepts nothing else', async () => {
    expect(await post(upload.path, 'abc', 'image/png')).toEqual([200, 'abc']);
    expect(await post(upload.path, '', 'image/png')).toEqual([200, '']);
    expect(await post(upload.path, 'abcdef', 'image/png')).toEqual([413, 'Too large.']);
    expect(await post(upload.path, '{}', 'application/json')).toEqual([415, 'Wrong type.']);
    expect(await post(upload.path, 'abc', 'image/svg+xml')).toEqual([415, 'Wrong type.']);
  });

  test('is refused by every other call, and so is JSON of more than 64 kB', async () => {
    expect(await post(planted.path, 'abc', 'image/png')).toEqual([415, 'The request must be JSON.']);
    const large = JSON.stringify({ text: 'x'.repeat(64 * 1024) });
    expect(await post(planted.path, large, 'application/json')).toEqual([413, 'The request is too large.']);
  });
});
