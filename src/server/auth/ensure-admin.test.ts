import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { call, mailedToken } from '#test/support/accounts/account-calls.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { cookieOf, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { ensureAdmin } from './ensure-admin.ts';

const applied = 'ADMIN_PASSWORD has a new value: the administrator now signs in with it';
const unchanged =
  'ADMIN_PASSWORD is not the password of the administrator, which was not changed; to replace it, set ADMIN_PASSWORD to a new value';

forEachDatabase((engine) => {
  describe("the administrator's account", () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { ADMIN_EMAIL: 'Desk@kindbite.example' } });
    });
    afterEach(() => app.close());

    const withPassword = (password: string | undefined): Deps => ({
      ...app.deps,
      config: { ...app.deps.config, admin: { ...app.deps.config.admin, password } },
    });
    const logIn = (username: string, password: string) =>
      postText(app, '/api/login', JSON.stringify({ username, password }));
    const statusOf = async (password: string): Promise<number> => (await logIn('admin', password)).statusCode;
    const choosePassword = async (current: string, password: string): Promise<void> => {
      const cookie = cookieOf(await logIn('admin', current));
      const body = { password: current, newPassword: password };
      const response = await call(app, { method: 'POST', url: '/api/account/password', cookie, body });
      expect(response.statusCode).toBe(200);
    };
    const warnings = () => app.logged.filter(({ level }) => level === 40).map(({ msg }) => msg);
    const admins = () => app.deps.db.read.selectFrom('users').selectAll().where('role', '=', 'admin').execute();

    test('is created on the first start with a password that is shown only once', async () => {
      const created = await ensureAdmin(app.deps);
      if (created.code !== 'created' || created.generatedPassword === undefined)
        throw new Error('no password was generated');
      expect(created.generatedPassword).toMatch(/^[\w-]{20}$/);
      expect(await ensureAdmin(app.deps)).toEqual({ code: 'unchanged' });
      const response = await logIn('admin', created.generatedPassword);
      expect(response.json()).toEqual({
        id: expect.stringMatching(/^usr_/),
        username: 'admin',
        email: 'Desk@kindbite.example',
        firstName: null,
        lastName: null,
        country: 'US',
        isAdmin: true,
      });
      expect((await logIn('desk@kindbite.example', created.generatedPassword)).statusCode).toBe(200);
      expect(JSON.stringify([app.logged, await admins()])).not.toContain(created.generatedPassword);
    });

    test('uses the configured password, which is not shown', async () => {
      expect(await ensureAdmin(withPassword('chosen-1'))).toEqual({ code: 'created', generatedPassword: undefined });
      expect((await logIn('admin', 'chosen-1')).statusCode).toBe(200);
      expect(await ensureAdmin(withPassword('chosen-1'))).toEqual({ code: 'unchanged' });
    });

    test('changes to a different configured password, and ends the old sessions', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      const cookie = cookieOf(await logIn('admin', 'chosen-1'));
      const donor = await signIn(app);
      expect(await ensureAdmin(withPassword('chosen-2'))).toEqual({ code: 'updated' });
      expect((await logIn('admin', 'chosen-1')).statusCode).toBe(401);
      expect((await logIn('admin', 'chosen-2')).statusCode).toBe(200);
      expect((await app.server.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
      const userResponse = await app.server.inject({ url: '/api/user', headers: { cookie: donor.cookie } });
      expect(userResponse.json()).toEqual(donor.user);
    });

    test('keeps a password that was chosen on the site, through every restart', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      await choosePassword('chosen-1', 'orchard-7');
      const rows = await admins();
      for (const configured of ['chosen-1', 'chosen-1', undefined, 'chosen-1'])
        expect(await ensureAdmin(withPassword(configured))).toEqual({ code: 'unchanged' });
      expect(await admins()).toEqual(rows);
      expect([await statusOf('chosen-1'), await statusOf('orchard-7')]).toEqual([401, 200]);
      expect(warnings()).toEqual([]);
    });

    test('gets a new configured password once, with one line in the log', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      await choosePassword('chosen-1', 'orchard-7');
      expect(await ensureAdmin(withPassword('chosen-2'))).toEqual({ code: 'updated' });
      expect([await statusOf('orchard-7'), await statusOf('chosen-2')]).toEqual([401, 200]);
      await choosePassword('chosen-2', 'orchard-8');
      expect(await ensureAdmin(withPassword('chosen-2'))).toEqual({ code: 'unchanged' });
      expect(await statusOf('orchard-8')).toBe(200);
      expect(warnings()).toEqual([applied]);
    });

    test('gets back an earlier configured password when it is configured again', async () => {
      for (const password of ['chosen-1', 'chosen-2', 'chosen-1']) await ensureAdmin(withPassword(password));
      expect([await statusOf('chosen-1'), await statusOf('chosen-2')]).toEqual([200, 401]);
    });

    test('gets the first configured password when it was created with a random one', async () => {
      await ensureAdmin(app.deps);
      expect(await ensureAdmin(withPassword('chosen-1'))).toEqual({ code: 'updated' });
      expect(await statusOf('chosen-1')).toBe(200);
      expect(warnings()).toEqual([applied]);
    });

    test('gets a new configured password from one of several servers that start at the same time', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      const ensured = await Promise.all([1, 2, 3].map(() => ensureAdmin(withPassword('chosen-2'))));
      expect(ensured.map(({ code }) => code).toSorted()).toEqual(['unchanged', 'unchanged', 'updated']);
      expect(await statusOf('chosen-2')).toBe(200);
      expect(warnings()).toEqual([applied]);
    });

    test('stores the configured password only as a slow hash, and logs none', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      await ensureAdmin(withPassword('chosen-2'));
      const rows = await app.deps.db.read.selectFrom('configured_passwords').selectAll().execute();
      expect(rows).toEqual([
        { user_id: (await admins())[0]?.id, password_hash: expect.stringMatching(/^\$argon2id\$/) },
      ]);
      expect(JSON.stringify([app.logged, rows])).not.toContain('chosen');
    });

    describe('in a database from a release that did not store the configured password', () => {
      const forgetConfiguredPassword = () => app.deps.db.write.deleteFrom('configured_passwords').execute();

      test('keeps its password, and the log says when the configured one differs', async () => {
        await ensureAdmin(withPassword('chosen-1'));
        await choosePassword('chosen-1', 'orchard-7');
        await forgetConfiguredPassword();
        const ensured = await Promise.all([1, 2].map(() => ensureAdmin(withPassword('chosen-1'))));
        expect(ensured).toEqual([{ code: 'unchanged' }, { code: 'unchanged' }]);
        expect(await statusOf('orchard-7')).toBe(200);
        expect(warnings()).toEqual([unchanged]);
        expect(await ensureAdmin(withPassword('chosen-2'))).toEqual({ code: 'updated' });
        expect(await statusOf('chosen-2')).toBe(200);
      });

      test.each(['chosen-1', undefined])('gets a new configured password after a start with %j', async (configured) => {
        await ensureAdmin(withPassword('chosen-1'));
        await forgetConfiguredPassword();
        expect(await ensureAdmin(withPassword(configured))).toEqual({ code: 'unchanged' });
        expect(warnings()).toEqual([]);
        expect(await ensureAdmin(withPassword('chosen-2'))).toEqual({ code: 'updated' });
        expect(await statusOf('chosen-2')).toBe(200);
      });
    });

    test('moves to a different configured address, and links to the old one stop working', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'desk@kindbite.example' } });
      const token = await mailedToken(app, 'reset_password');
      const moved = withPassword('chosen-1');
      const admin = { ...moved.config.admin, email: 'Successor@kindbite.example' };
      expect(await ensureAdmin({ ...moved, config: { ...moved.config, admin } })).toEqual({ code: 'updated' });
      expect((await admins()).map(({ email }) => email)).toEqual(['Successor@kindbite.example']);
      expect((await logIn('successor@kindbite.example', 'chosen-1')).statusCode).toBe(200);
      expect((await logIn('desk@kindbite.example', 'chosen-1')).statusCode).toBe(401);
      const body = { token, password: 'battery staple' };
      expect((await call(app, { method: 'POST', url: '/api/password-reset', body })).statusCode).toBe(400);
    });

    test('refuses to start when the configured address belongs to a donor, and changes nothing', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      await signIn(app, { email: 'ana@example.org' });
      const moved = withPassword('chosen-2');
      const admin = { ...moved.config.admin, email: 'ANA@example.org' };
      await expect(ensureAdmin({ ...moved, config: { ...moved.config, admin } })).rejects.toThrow(/ADMIN_EMAIL/);
      expect((await logIn('admin', 'chosen-1')).statusCode).toBe(200);
    });

    test('keeps its password when none is configured', async () => {
      await ensureAdmin(withPassword('chosen-1'));
      expect(await ensureAdmin(withPassword(undefined))).toEqual({ code: 'unchanged' });
      expect((await logIn('admin', 'chosen-1')).statusCode).toBe(200);
    });

    test('is created once when several servers start at the same time, and one of them shows the password', async () => {
      const ensured = await Promise.all([1, 2, 3].map(() => ensureAdmin(app.deps)));
      expect(ensured.map(({ code }) => code).toSorted()).toEqual(['created', 'unchanged', 'unchanged']);
      expect(await admins()).toHaveLength(1);
    });

    test('cannot be registered, before or after it is created', async () => {
      const tries = [registration({ username: 'ADMIN' }), registration({ email: 'DESK@kindbite.example' })];
      const expected = [
        refusal('username_taken', 'This username is already taken'),
        refusal('email_taken', 'This email address is already registered'),
      ];
      const responses = async () => Promise.all(tries.map(async (body) => (await register(app, body)).json<unknown>()));
      expect(await responses()).toEqual(expected);
      await ensureAdmin(app.deps);
      expect(await responses()).toEqual(expected);
    });

    test("refuses to start, with a clear message, when a donor's account has the address", async () => {
      await signIn(app, { email: 'donor@kindbite.example' });
      const admin = { email: 'donor@kindbite.example', password: undefined, needsSecondFactor: false };
      const deps = { ...app.deps, config: { ...app.deps.config, admin } };
      await expect(ensureAdmin(deps)).rejects.toThrow(
        'ADMIN_EMAIL is the address of another account. Choose another address.',
      );
    });
  });
});
