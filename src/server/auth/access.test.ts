import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doneResponse } from '#contract/account/session.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { cookieOf, signIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { ensureAdmin } from './ensure-admin.ts';

const forFinance = {
  method: 'POST',
  path: '/api/planted',
  access: 'refund',
  summary: 'An example of an endpoint for some roles',
  body: doneResponse,
  response: doneResponse,
  errors: [],
} as const satisfies Endpoint;

forEachDatabase((engine) => {
  describe('an endpoint for staff', () => {
    let app: TestApp;
    let reached = 0;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { ADMIN_PASSWORD: 'chosen-1' } });
      registerEndpoint(app.server, app.deps, forFinance, async () => {
        reached += 1;
        return {};
      });
      await ensureAdmin(app.deps);
    });
    afterAll(() => app.close());

    const call = (cookie?: string, payload = '{}') =>
      postText(app, forFinance.path, payload, cookie === undefined ? {} : { cookie });

    test('refuses a visitor with 401, and a donor or another role with 403, before reading the body', async () => {
      const others = [await signIn(app), await signInStaff(app, 'content')];
      for (const payload of ['{}', '{', 'null']) {
        const stranger = await call(undefined, payload);
        expect({ status: stranger.statusCode, body: stranger.json<unknown>() }).toEqual({
          status: 401,
          body: refusal('sign_in_required', 'Please sign in.'),
        });
        for (const { cookie } of others) {
          const refused = await call(cookie, payload);
          expect({ status: refused.statusCode, body: refused.json<unknown>() }).toEqual({
            status: 403,
            body: refusal('forbidden', 'You do not have permission to do this.'),
          });
        }
      }
      expect(reached).toBe(0);
    });

    test('accepts the first administrator and every role with its right', async () => {
      const login = await postText(app, '/api/login', JSON.stringify({ username: 'admin', password: 'chosen-1' }));
      expect((await call(cookieOf(login))).statusCode).toBe(200);
      for (const role of ['finance', 'support'] as const)
        expect((await call((await signInStaff(app, role)).cookie)).statusCode).toBe(200);
      expect(reached).toBe(3);
    });
  });

  describe('the sign-in endpoints', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    test.each(['/api/login', '/api/register'])('%s refuses invalid bodies and calls from other sites', async (url) => {
      const json = { 'content-type': 'application/json' };
      const tries = [
        await postText(app, url, JSON.stringify({ username: 'x'.repeat(70_000) })),
        await postText(app, url, 'username=ana&password=secret7', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
        await postText(app, url, '{"username":', json),
        await postText(app, url, '{}', { origin: 'https://evil.example' }),
        await postText(app, url, '{"username":"an\\u0000a","password":"secret7"}', json),
      ];
      expect(tries.map(({ statusCode }) => statusCode)).toEqual([413, 415, 400, 403, 400]);
    });

    test('a request without a session cookie causes no query', async () => {
      await app.deps.db.write.schema.dropTable('sessions').execute();
      const url = '/api/donations/don_00000000000000000000000000/receipt';
      const statusFor = async (headers: Record<string, string>): Promise<number> =>
        (await app.server.inject({ url, headers })).statusCode;
      expect(await statusFor({})).toBe(404);
      expect(await statusFor({ cookie: 'signed_in=1; session=nonsense' })).toBe(404);
      expect(await statusFor({ cookie: `session=${'A'.repeat(43)}` })).toBe(500); // this one queries
    });
  });
});
