import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const oneClick = 'List-Unsubscribe=One-Click';
const form = 'application/x-www-form-urlencoded';
const done = { status: 200, body: 'You are unsubscribed.\n' };
const unknown = { status: 404, body: JSON.stringify(refusal('not_found', 'There is no such subscription.')) };

forEachDatabase((engine) => {
  describe('unsubscribing with a mail program', () => {
    let app: TestApp;
    let token: string;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());
    beforeEach(async () => {
      await app.deps.db.write.deleteFrom('newsletter_subscribers').execute();
      app.clock.advance(24 * 60 * 60 * 1000);
      await postText(app, '/api/subscribe', JSON.stringify({ email: 'noor@example.org' }));
      token = (await subscriber()).unsubscribe_token;
    });

    const subscriber = () =>
      app.deps.db.read.selectFrom('newsletter_subscribers').selectAll().executeTakeFirstOrThrow();
    const post = async (
      text: string,
      headers: Record<string, string> = { 'content-type': form },
      payload = oneClick,
    ) => {
      const url = `/newsletter/unsubscribe/${encodeURIComponent(text)}`;
      const response = await app.server.inject({ method: 'POST', url, headers, payload });
      return { status: response.statusCode, body: response.body };
    };

    test.each<[string, Record<string, string>, string]>([
      ['a form without cookie or origin', { 'content-type': form }, oneClick],
      ['a form from another origin', { 'content-type': form, origin: 'https://mail.example' }, oneClick],
      ['a form with a character set', { 'content-type': `${form}; charset=utf-8` }, oneClick],
      [
        'a multipart form',
        { 'content-type': 'multipart/form-data; boundary=x' },
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ])('accepts %s', async (_what, headers, payload) => {
      expect(await post(token, headers, payload)).toEqual(done);
      expect((await subscriber()).status).toBe('unsubscribed');
    });

    test('a repeated request gets the same response', async () => {
      expect([await post(token), await post(token)]).toEqual([done, done]);
    });

    test.each(['x', '%', '\0', "' or '1'='1", 'a'.repeat(43), 'a'.repeat(5000)])(
      'no subscription has the token %j',
      async (text) => {
        expect(await post(text)).toEqual(unknown);
        expect((await subscriber()).status).toBe('waiting');
      },
    );

    test('only this address accepts forms, and it refuses JSON', async () => {
      expect((await post(token, { 'content-type': 'application/json' }, '{}')).status).toBe(415);
      expect((await subscriber()).status).toBe('waiting');
      for (const url of ['/api/subscribe', '/api/newsletter/unsubscribe', '/api/contact']) {
        const response = await postText(app, url, oneClick, { 'content-type': form });
        expect(response.statusCode).toBe(415);
      }
    });

    test.each([
      '/api/newsletter/unsubscribe',
      '/newsletter/unsubscribe',
      '/newsletter/confirm',
      '//newsletter/unsubscribe/x',
    ])('no other address accepts requests from other sites: %s refuses them', async (url) => {
      const response = await postText(app, url, JSON.stringify({ token }), { origin: 'https://mail.example' });
      expect([response.statusCode, response.json<unknown>()]).toEqual([
        403,
        refusal('foreign_origin', 'This request did not come from our site.'),
      ]);
      expect((await subscriber()).status).toBe('waiting');
    });

    test('opening the address does not unsubscribe, because link scanners open it too', async () => {
      await app.server.inject({ url: `/newsletter/unsubscribe/${token}` });
      await app.server.inject({ method: 'HEAD', url: `/newsletter/unsubscribe/${token}` });
      expect((await subscriber()).status).toBe('waiting');
    });

    test('leaves no token in the log', async () => {
      await post(token);
      await app.server.inject({ url: `/newsletter/unsubscribe/${token}` });
      const lines = app.logged.filter(({ msg }) => msg === 'request');
      expect(lines.map(({ route }) => route)).toContain('/newsletter/unsubscribe/:token');
      expect(JSON.stringify(app.logged)).not.toContain(token);
    });
  });
});
