import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutPath, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const nothingHere = refusal('not_found', 'There is nothing at this address.');

forEachDatabase((engine) => {
  describe('an unknown address', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    test.each([
      '/api',
      '/api/',
      '/api?x=1',
      '/api/unknown',
      '/api/snacks/1',
      '/api/snacks/',
      '/API/snacks',
      '/api//snacks',
      '/api/%2e%2e/snacks',
      '/paypal',
      '/',
      '/about',
      '/.env',
      '/%zz',
      '/api/%zz',
      '/api/donations/%zz/receipt',
      '/api/donations/%c0%ae/receipt',
      `/${'a'.repeat(5000)}`,
    ])('%s is refused with 404 in JSON, while there are no pages', async (url) => {
      const response = await app.server.inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual(nothingHere);
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    });

    test.each(['PUT', 'PATCH', 'DELETE'] as const)('can be a known path with the method %s', async (method) => {
      const response = await app.server.inject({ method, url: checkoutPath, headers: { origin: ownOrigin } });
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 404, body: nothingHere });
    });

    test.each(['OPTIONS', 'HEAD'] as const)('is refused with 404 for %s', async (method) => {
      expect((await app.server.inject({ method, url: '/api/unknown' })).statusCode).toBe(404);
    });

    test('can be a GET of an endpoint that only accepts writes', async () => {
      expect((await app.server.inject({ url: checkoutPath })).statusCode).toBe(404);
    });
  });
});
