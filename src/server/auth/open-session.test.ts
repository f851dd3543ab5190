import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, mailedToken } from '#test/support/account-calls.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { enroll } from '#test/support/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { ensureAdmin } from './ensure-admin.ts';
import { logIn } from './log-in.ts';
import { openSession, type ProvenUser } from './open-session.ts';

/** A login proves a password, waits for others, and only then begins its session. */
forEachDatabase((engine) => {
  describe('a session that begins some time after its proof', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const prove = async (username = 'ana', password = donorPassword): Promise<ProvenUser> => {
      const login = await logIn(app.deps, { username, password }, '203.0.113.7');
      if (login.code !== 'logged_in') throw new Error(login.code);
      return login;
    };
    const begins = async (proven: ProvenUser): Promise<boolean> =>
      (await openSession(app.deps, proven, 'a browser')) !== undefined;
    const post = async (url: string, body: object): Promise<number> =>
      (await call(app, { method: 'POST', url, cookie: ana.cookie, body })).statusCode;
    const devices = async (): Promise<number> =>
      (await app.deps.db.read.selectFrom('sessions').select('device').execute()).length;

    test('begins when nothing happened meanwhile', async () => {
      expect(await begins(await prove())).toBe(true);
    });

    test('does not begin by a password that a mailed link has replaced', async () => {
      const proven = await prove();
      await post('/api/password-link', { email: 'ana@example.org' });
      const token = await mailedToken(app, 'reset_password');
      expect(await post('/api/password-reset', { token, password: 'battery staple' })).toBe(200);
      expect(await begins(proven)).toBe(false);
    });

    test('does not begin by a password that was changed', async () => {
      const proven = await prove();
      expect(await post('/api/account/password', { password: donorPassword, newPassword: 'battery staple' })).toBe(200);
      expect(await begins(proven)).toBe(false);
      expect(await devices()).toBe(1); // the one that changed it
    });

    test('does not begin without a code once a second factor is in force', async () => {
      const proven = await prove();
      await enroll(app, ana.cookie);
      expect(await begins(proven)).toBe(false);
      expect(await begins({ ...proven, isCodeProven: true })).toBe(true);
    });

    test('does not begin for an account that is gone', async () => {
      const proven = await prove();
      expect(await post('/api/account/deletion', { password: donorPassword })).toBe(200);
      expect(await begins(proven)).toBe(false);
    });

    test('does not begin by a password that the operator has replaced', async () => {
      const admin = { ...app.deps.config.admin, password: 'an orchard' };
      const configured = { ...app.deps, config: { ...app.deps.config, admin } };
      await ensureAdmin(configured);
      const proven = await prove('admin', 'an orchard');
      await ensureAdmin({
        ...configured,
        config: { ...configured.config, admin: { ...admin, password: 'a new orchard' } },
      });
      expect(await begins(proven)).toBe(false);
    });
  });
});
