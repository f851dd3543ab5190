import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { writeCursor } from '#server/db/list-page.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const written = { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'Where does it go?' };

const notFound = { status: 404, body: refusal('not_found', 'This message does not exist.') };

const unknownIds: readonly string[] = [
  'msg_00000000000000000000000000',
  'msg_0',
  'don_00000000000000000000000000',
  'undefined',
  '0',
  '%',
  "' or '1'='1",
  '\0',
  'é',
  'a'.repeat(10_000),
  '__proto__',
];

const everyControlCharacter = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code), 127, 128, 159);

const oddTexts: readonly (readonly [string, string])[] = [
  ['control characters', everyControlCharacter],
  ['a NUL character', 'before\0after'],
  ['lone surrogates', '\ud83d and \ude00, the wrong way round: \ude00\ud83d'],
  ['markup', '<script>alert("1")</script><img src=x onerror=alert(2)>&amp;&#0;</textarea>'],
  ['right-to-left marks', '\u202Eevil\u202C \u2067שלום\u2069 \u200F'],
  ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🥕'],
  ['escapes', '\\u0000 \\n "quoted" \\'],
  ['line separators and odd spaces', '\u2028\u2029\u00a0\ufeff\u200b'],
  ['letters in two Unicode forms', 'é e\u0301'],
  ['names with a meaning in code', '__proto__ constructor {{7*7}} ${7*7} %00 %s'],
  ['a formula', '=1+1'],
];

forEachDatabase((engine) => {
  describe('the inbox', () => {
    let app: TestApp;
    let cookie: string;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      cookie = await signInAdmin(app);
    });
    afterAll(() => app.close());
    beforeEach(() => app.clock.advance(1000));
    afterEach(() => app.deps.db.write.deleteFrom('contact_messages').execute());

    const send = async (changes: Partial<typeof written> = {}): Promise<void> => {
      const response = await postText(app, '/api/contact', JSON.stringify({ ...written, ...changes }));
      expect(response.statusCode).toBe(200);
    };
    const request = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.server.inject({ method, url, headers: { cookie, origin: ownOrigin }, ...(payload ? { payload } : {}) });
    const list = async () => {
      const response = await request('GET', '/api/admin/messages');
      expect(response.statusCode).toBe(200);
      return response.json<ContactMessage[]>();
    };
    const markRead = async (id: string, options: { payload?: string; type?: string } = {}) => {
      const { payload, type } = options;
      const response = await app.server.inject({
        method: 'PATCH',
        url: `/api/admin/messages/${encodeURIComponent(id)}`,
        headers: { cookie, origin: ownOrigin, ...(type === undefined ? {} : { 'content-type': type }) },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: response.statusCode, body: response.json<unknown>() };
    };
    const done = { status: 200, body: {} };
    const readAt = async (id: string) =>
      (await app.deps.db.read.selectFrom('contact_messages').select('read_at').where('id', '=', id).executeTakeFirst())
        ?.read_at;

    test('is an empty list before the first message', async () => {
      expect(await list()).toEqual([]);
    });

    test('lists the newest message first, with the fields of the spec and no others', async () => {
      await send({ subject: 'first' });
      const firstAt = app.clock.now().toISOString();
      app.clock.advance(1000);
      await send({ subject: 'second' });
      expect(await list()).toEqual([
        {
          ...written,
          id: expect.any(String),
          subject: 'second',
          status: 'new',
          timestamp: app.clock.now().toISOString(),
        },
        { ...written, id: expect.any(String), subject: 'first', status: 'new', timestamp: firstAt },
      ]);
    });

    test.each(oddTexts)('shows %s exactly as typed', async (_what, text) => {
      const name = `${text}x`.slice(0, 200);
      const odd = { name, email: written.email, subject: text, message: `${text}x` };
      await send(odd);
      expect(await list()).toMatchObject([odd]);
    });

    test.each([
      ['letters', 'a'.repeat(5000)],
      ['NUL characters', `${'\0'.repeat(4999)}x`],
      ['emoji', '🥕'.repeat(5000)],
      ['lone surrogates', '\ud83d'.repeat(5000)],
    ])('shows a message of 5,000 %s', async (_what, message) => {
      await send({ message });
      const [shown] = await list();
      expect(shown?.message === message).toBe(true);
    });

    const insertMessages = async (count: number): Promise<readonly string[]> => {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `msg_${String(index).padStart(26, '0')}`,
        content: JSON.stringify({ ...written, subject: String(index) }),
        status: 'new' as const,
        sent_at: new Date(Math.floor(index / 7) * 1000).toISOString(), // seven share each instant
        read_at: null,
        network: null,
      }));
      for (let from = 0; from < count; from += 500) {
        await app.deps.db.write
          .insertInto('contact_messages')
          .values(rows.slice(from, from + 500))
          .execute();
      }
      return rows.map(({ id }) => id).toReversed();
    };

    test('a page has 1,000 messages, and following the cursors lists every message once', async () => {
      const newestFirst = await insertMessages(2001);
      const pages: string[][] = [];
      for (let query: string | undefined = ''; query !== undefined;) {
        const response = await request('GET', `/api/admin/messages${query}`);
        pages.push(response.json<ContactMessage[]>().map(({ id }) => id));
        const cursor = response.headers[nextCursorHeader];
        query = cursor === undefined ? undefined : `?cursor=${String(cursor)}`;
      }
      expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 1]);
      expect(pages.flat()).toEqual(newestFirst);
    });

    test.each([
      ['?cursor='],
      ['?cursor=%00'],
      ["?cursor=' or '1'='1"],
      ['?cursor=a&cursor=b'],
      [`?cursor=${writeCursor({ at: '2026-03-04T12:00:00.000Z', id: 'msg_1' })}`],
      [`?cursor=${writeCursor({ at: '2026-03-04T12:00:00.000Z', id: 'don_00000000000000000000000000' })}`],
    ])('a cursor that we did not write is refused: %j', async (query) => {
      const response = await request('GET', `/api/admin/messages${encodeURI(query)}`);
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 400,
        body: refusal('invalid_request', 'This page of messages does not exist.'),
      });
    });

    test('shows the time of the last reply to each answered message', async () => {
      await send({ subject: 'answered' });
      app.clock.advance(1000);
      await send({ subject: 'waiting' });
      const [, { id }] = (await list()) as [ContactMessage, ContactMessage];
      const replyAt = async (replyMessage: string): Promise<string> => {
        app.clock.advance(1000);
        const response = await request('POST', `/api/admin/messages/${id}/reply`, { replyMessage });
        expect(response.statusCode).toBe(200);
        return app.clock.now().toISOString();
      };
      const answers = async () => (await list()).map(({ subject, repliedAt }) => ({ subject, repliedAt }));
      const first = await replyAt('Here it is.');
      expect(await answers()).toEqual([{ subject: 'waiting' }, { subject: 'answered', repliedAt: first }]);
      const second = await replyAt('And more.');
      expect(await answers()).toEqual([{ subject: 'waiting' }, { subject: 'answered', repliedAt: second }]);
      await app.deps.db.write.deleteFrom('contact_replies').execute();
    });

    test('marks a message as read, and keeps the time when it was first opened', async () => {
      await send();
      await send();
      const [opened] = await list();
      const openedAt = app.clock.now().toISOString();
      expect(await markRead(opened!.id)).toEqual(done);
      app.clock.advance(1000);
      expect(await markRead(opened!.id)).toEqual(done);
      expect(await readAt(opened!.id)).toBe(openedAt);
      expect((await list()).map(({ id, status }) => status === (id === opened!.id ? 'read' : 'new'))).toEqual([
        true,
        true,
      ]);
    });

    test.each([
      ['an empty JSON text', { payload: '', type: 'application/json' }],
      ['an empty object', { payload: '{}', type: 'application/json' }],
      ['another status', { payload: '{"status":"new"}', type: 'application/json' }],
      ['a list', { payload: '[1]', type: 'application/json' }],
    ])('marks a message as read when the request body is %s', async (_what, body) => {
      await send();
      const [opened] = await list();
      expect(await markRead(opened!.id, body)).toEqual(done);
      expect((await list())[0]?.status).toBe('read');
    });

    test.each(unknownIds.map((id) => [id.slice(0, 40), id]))('no message has the id %j', async (_start, id) => {
      await send();
      expect(await markRead(id)).toEqual(notFound);
      expect((await list()).map(({ status }) => status)).toEqual(['new']);
    });

    test('refuses visitors and donors before it parses the request body', async () => {
      await send();
      const [{ id }] = (await list()) as [ContactMessage];
      const { cookie: donor } = await signIn(app);
      for (const [method, url] of [
        ['GET', '/api/admin/messages'],
        ['GET', '/api/admin/messages?cursor=x'],
        ['PATCH', `/api/admin/messages/${id}`],
        ['PATCH', '/api/admin/messages/0'],
        ['POST', `/api/admin/messages/${id}/reply`],
        ['POST', '/api/admin/messages/0/reply'],
      ] as const) {
        const headers = { origin: ownOrigin, 'content-type': 'application/json' };
        const sendAs = async (session: object) => {
          const body = method === 'GET' ? {} : { payload: '{' };
          const response = await app.server.inject({ method, url, headers: { ...headers, ...session }, ...body });
          return { status: response.statusCode, body: response.json<unknown>() };
        };
        expect([await sendAs({}), await sendAs({ cookie: donor })]).toEqual([
          { status: 401, body: refusal('sign_in_required', 'Please sign in.') },
          { status: 403, body: refusal('forbidden', 'You do not have permission to do this.') },
        ]);
      }
      expect((await list()).map(({ status }) => status)).toEqual(['new']);
      expect(await app.deps.db.read.selectFrom('contact_replies').selectAll().execute()).toEqual([]);
    });
  });
});
