import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { cookieOf, donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const loginFailed = refusal('login_failed', 'Invalid username or password');

forEachDatabase((engine) => {
  describe('POST /api/login', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      donor = await signIn(app, { username: 'Zo\u00e9.M', email: 'Zoe@Example.org' });
    });
    afterAll(() => app.close());

    const logIn = (body: unknown, headers: Record<string, string> = {}) =>
      postText(app, '/api/login', JSON.stringify(body), headers);
    const whoIs = async (cookie: string) => {
      const response = await app.server.inject({ url: '/api/user', headers: { cookie } });
      return response.statusCode === 200 ? response.json<unknown>() : response.statusCode;
    };

    test.each([
      'Zo\u00e9.M',
      'zo\u00e9.m',
      'ZO\u00c9.M',
      'ZOE\u0301.m', // decomposed
      ' zo\u00e9.m ',
      'Zoe@Example.org',
      'zoe@example.org',
      'ZOE@EXAMPLE.ORG',
    ])('signs in with the name %j', async (username) => {
      const response = await logIn({ username, password: donorPassword });
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
        status: 200,
        body: donor.user,
      });
      expect(response.headers['cache-control']).toBe('no-store');
      expect(await whoIs(cookieOf(response))).toEqual(donor.user);
    });

    test('fails with the same bytes for an unknown user and a wrong password', async () => {
      const tries = [
        { username: 'zo\u00e9.m', password: 'wrong password' },
        { username: 'zoe@example.org', password: donorPassword.toUpperCase() },
        { username: 'nobody', password: donorPassword },
        { username: 'nobody@example.org', password: donorPassword },
        { username: "' or '1'='1", password: "' or '1'='1" },
        { username: '%%%', password: donorPassword },
      ];
      const bodies = new Set<string>();
      for (const body of tries) {
        const response = await logIn(body);
        bodies.add(response.body);
        expect(response.statusCode).toBe(401);
        expect(response.cookies).toEqual([]);
      }
      expect([...bodies]).toEqual([JSON.stringify(loginFailed)]);
    });

    test.each<[unknown, string]>([
      [{ username: 'ab', password: donorPassword }, 'Username must be at least 3 characters'],
      [{ password: donorPassword }, 'Username must be at least 3 characters'],
      [{ username: { $ne: '' }, password: donorPassword }, 'Username must be at least 3 characters'],
      [{ username: 'abc', password: '12345' }, 'Password must be at least 6 characters'],
      [{ username: 'abc' }, 'Password must be at least 6 characters'],
      [{}, 'Username must be at least 3 characters'],
      [{ username: 'abc', password: 'x'.repeat(201) }, 'Invalid username or password'],
    ])('refuses %j with the message for its first invalid field', async (body, sentence) => {
      const response = await logIn(body);
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
        status: 400,
        body: refusal('invalid_request', sentence),
      });
    });

    test("ends the browser's earlier session, so that a planted one ends too", async () => {
      const first = cookieOf(await logIn({ username: 'zo\u00e9.m', password: donorPassword }));
      const second = cookieOf(await logIn({ username: 'zo\u00e9.m', password: donorPassword }, { cookie: first }));
      expect(second).not.toBe(first);
      expect(await whoIs(first)).toBe(401);
      expect(await whoIs(second)).toEqual(donor.user);
    });

    test('never adopts a token that the browser sends', async () => {
      const planted = `session=${'A'.repeat(43)}`;
      const response = await logIn({ username: 'zo\u00e9.m', password: donorPassword }, { cookie: planted });
      expect(cookieOf(response)).not.toContain('AAAA');
      expect(await whoIs(planted)).toBe(401);
    });

    test('keeps the sessions of other devices', async () => {
      const [desk, phone] = [await logInAs('Desk'), await logInAs('Phone')];
      expect([await whoIs(desk), await whoIs(phone)]).toEqual([donor.user, donor.user]);
    });

    test('a failed login keeps the existing session', async () => {
      const cookie = await logInAs('Desk');
      expect((await logIn({ username: 'zo\u00e9.m', password: 'wrong password' }, { cookie })).statusCode).toBe(401);
      expect(await whoIs(cookie)).toEqual(donor.user);
    });

    const logInAs = async (device: string): Promise<string> =>
      cookieOf(await logIn({ username: 'zo\u00e9.m', password: donorPassword }, { 'user-agent': device }));
  });
});
