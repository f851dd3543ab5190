import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutPath, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const foreign: readonly [string, Record<string, string>][] = [
  ['no origin at all', {}],
  ['a referrer alone', { referer: 'http://localhost:3000/' }],
  ['a foreign origin', { origin: 'http://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['our host on another port', { origin: 'http://localhost:3001' }],
  ['our host with another scheme', { origin: 'https://localhost:3000' }],
  ['a host that begins like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['a host that ends like ours', { origin: 'http://evil-localhost:3000' }],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['an address typed into the browser', { 'sec-fetch-site': 'none' }],
  ['an unknown site header', { 'sec-fetch-site': 'same-origin, same-origin' }],
  ['our origin, said to come from another site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ['our origin, said to come from the same site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
  ['a foreign origin, said to be ours', { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }],
];

const own: readonly [string, Record<string, string>][] = [
  ['our origin', { origin: 'http://localhost:3000' }],
  ['our origin as an IPv4 address', { origin: 'http://127.0.0.1:3000' }],
  ['our origin as an IPv6 address', { origin: 'http://[::1]:3000' }],
  ['our own page, according to the browser', { 'sec-fetch-site': 'same-origin' }],
  ['our origin and our page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
];

forEachDatabase((engine) => {
  describe('a call that changes something', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(() => void (cards.opened.length = 0));

    const send = (headers: Record<string, string>) =>
      app.server.inject({ method: 'POST', url: checkoutPath, payload: checkoutBody(), headers });

    test.each(foreign)('from %s is refused with 403, and nothing happens', async (_what, headers) => {
      const response = await send(headers);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual(refusal('foreign_origin', 'This request did not come from our site.'));
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
      expect(cards.opened).toEqual([]);
    });

    test.each(own)('from %s is accepted', async (_what, headers) => {
      expect((await send(headers)).statusCode).toBe(200);
      await app.deps.db.write.deleteFrom('donation_intents').execute();
    });

    test('is refused before its body is read', async () => {
      const payload = 'x'.repeat(65 * 1024);
      const response = await app.server.inject({
        method: 'POST',
        url: checkoutPath,
        payload,
        headers: { origin: 'http://evil.example' },
      });
      expect(response.statusCode).toBe(403);
    });

    test.each(['GET', 'HEAD'] as const)(
      'a %s request from anywhere is accepted, because it changes nothing',
      async (method) => {
        const response = await app.server.inject({
          method,
          url: '/api/snacks',
          headers: { origin: 'http://evil.example' },
        });
        expect(response.statusCode).toBe(200);
      },
    );

    test('no other site may read a response: there are no CORS headers', async () => {
      const response = await app.server.inject({ url: '/api/snacks', headers: { origin: 'http://evil.example' } });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
    });

    test('a preflight request gets no permission', async () => {
      const response = await app.server.inject({
        method: 'OPTIONS',
        url: checkoutPath,
        headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(response.statusCode).toBe(404);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  describe('on a public address', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { PUBLIC_URL: 'https://give.example' } });
    });
    afterAll(() => app.close());

    test.each([
      ['https://give.example', 400],
      ['https://localhost', 403],
      ['http://give.example', 403],
      ['https://www.give.example', 403],
    ])('a call from %s gets %d', async (origin, status) => {
      const response = await app.server.inject({ method: 'POST', url: checkoutPath, payload: {}, headers: { origin } });
      expect(response.statusCode).toBe(status);
    });
  });
});
