import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, mailedToken, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const url = '/api/account';
const profile = { firstName: 'Ana', lastName: 'Lucía', country: 'MX', timeZone: 'America/Mexico_City' };

forEachDatabase((engine) => {
  describe('/api/account', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana', email: 'Ana@example.org', timeZone: 'Europe/Paris' });
    });
    afterAll(() => app.close());

    const read = (cookie = ana.cookie) => call(app, { method: 'GET', url, cookie });
    const write = (body: object, cookie: string | undefined = ana.cookie) =>
      call(app, { method: 'PATCH', url, cookie, body });

    test.each([
      ['GET', url, undefined],
      ['PATCH', url, profile],
      ['POST', `${url}/confirmation`, undefined],
      ['POST', `${url}/email`, { email: 'x@example.org', password: donorPassword }],
      ['POST', `${url}/password`, { password: donorPassword, newPassword: 'battery staple' }],
      ['GET', `${url}/devices`, undefined],
      ['DELETE', `${url}/devices`, undefined],
      ['DELETE', `${url}/devices/x`, undefined],
    ] as const)('%s %s is refused to a stranger', async (method, path, body) => {
      const response = await call(app, { method, url: path, ...(body ? { body } : {}) });
      expect(statusAndBody(response)).toEqual({ status: 401, body: refusal('sign_in_required', 'Please sign in.') });
    });

    test('returns everything about the account and nothing secret', async () => {
      expect(statusAndBody(await read())).toEqual({
        status: 200,
        body: {
          id: ana.user.id,
          username: 'ana',
          email: 'Ana@example.org',
          isEmailConfirmed: false,
          pendingEmail: null,
          firstName: null,
          lastName: null,
          country: 'CA',
          timeZone: 'Europe/Paris',
          isAdmin: false,
          isStaff: false,
          isFirstAdministrator: false,
          hasSecondFactor: false,
          createdAt: '2026-03-04T12:00:00.000Z',
        },
      });
    });

    test('reports a second factor after it is confirmed', async () => {
      const { cookie, user } = await signIn(app);
      const row = { user_id: user.id, secret: 'secret', confirmed_at: null, last_step: 0, recovery_hashes: '[]' };
      await app.deps.db.write.insertInto('second_factors').values(row).execute();
      expect((await read(cookie)).json()).toMatchObject({ hasSecondFactor: false });
      const confirmed = { confirmed_at: app.clock.now().toISOString() };
      await app.deps.db.write.updateTable('second_factors').set(confirmed).where('user_id', '=', user.id).execute();
      expect((await read(cookie)).json()).toMatchObject({ hasSecondFactor: true });
    });

    test('changes the names, country and time zone of this account only, and returns the account', async () => {
      const bob = await signIn(app);
      const before = (await read(bob.cookie)).json<unknown>();
      const response = await write({ ...profile, email: 'evil@example.org', role: 'admin', id: bob.user.id });
      expect(statusAndBody(response)).toEqual(statusAndBody(await read()));
      expect(response.json()).toMatchObject({ ...profile, email: 'Ana@example.org', isAdmin: false });
      expect((await write(profile)).json()).toEqual(response.json());
      expect((await read(bob.cookie)).json()).toEqual(before);
    });

    test('removes an empty name, and keeps a name that is not sent', async () => {
      await write(profile);
      const { firstName: _firstName, ...rest } = profile;
      expect((await write({ ...rest, lastName: '  ' })).json()).toMatchObject({ firstName: 'Ana', lastName: null });
      expect((await write({ ...profile, firstName: null })).json()).toMatchObject({ firstName: null });
    });

    test.each([
      [{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone from the list'],
      [{ timeZone: '' }, 'Please choose a time zone from the list'],
      [{ timeZone: undefined }, 'Please choose a time zone from the list'],
      [{ country: 'XX' }, 'Please select a country'],
      [{ country: 'none' }, 'Please select a country'],
      [{ country: undefined }, 'Please select a country'],
      [{ firstName: 'x'.repeat(101) }, 'Names can have at most 100 characters'],
    ])('refuses %j and changes nothing', async (changes, sentence) => {
      const before = (await read()).json<unknown>();
      expect(statusAndBody(await write({ ...profile, firstName: 'Other', ...changes }))).toEqual({
        status: 400,
        body: refusal('invalid_request', sentence),
      });
      expect((await read()).json()).toEqual(before);
    });

    test('refuses a request from another site', async () => {
      const headers = { origin: 'https://evil.example', cookie: ana.cookie };
      const response = await app.server.inject({ method: 'PATCH', url, headers, payload: profile });
      expect(response.statusCode).toBe(403);
    });

    test('shows an unconfirmed new address for three days', async () => {
      const bob = await signIn(app);
      const pending = async (): Promise<unknown> =>
        (await read(bob.cookie)).json<{ pendingEmail: unknown }>().pendingEmail;
      const body = { email: 'new@example.org', password: donorPassword };
      await call(app, { method: 'POST', url: `${url}/email`, cookie: bob.cookie, body });
      expect(await mailedToken(app, 'change_email')).not.toBe('');
      expect(await pending()).toBe('new@example.org');
      app.clock.advance(3 * 24 * 60 * 60 * 1000);
      expect(await pending()).toBeNull();
    });
  });
});
