import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, mailedToken } from '#test/support/accounts/account-calls.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { enroll } from '#test/support/accounts/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { startTwoApps } from '#test/races/two-apps.ts';
import { ensureAdmin } from '../ensure-admin.ts';
import { logIn } from './log-in.ts';
import { openSession, type ProvenUser } from './sessions.ts';

const caller = { address: '203.0.113.7' };
const browser = { description: 'a browser', deviceToken: 'x'.repeat(43) };

/** A login checks the password first and opens its session later, after waiting for other requests. */
forEachDatabase((engine) => {
  describe('a session opened some time after the password was checked', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const prove = async (username = 'ana', password = donorPassword): Promise<ProvenUser> => {
      const login = await logIn(app.deps, { username, password }, caller);
      if (login.code !== 'logged_in') throw new Error(login.code);
      return login;
    };
    const opens = async (proven: ProvenUser): Promise<boolean> =>
      (await openSession(app.deps, proven, browser)) !== undefined;
    const post = async (url: string, body: object): Promise<number> =>
      (await call(app, { method: 'POST', url, cookie: ana.cookie, body })).statusCode;
    const devices = async (): Promise<number> =>
      (await app.deps.db.read.selectFrom('sessions').select('device').execute()).length;

    test('opens when nothing has changed', async () => {
      expect(await opens(await prove())).toBe(true);
    });

    test('does not open after a mailed link has replaced the password', async () => {
      const proven = await prove();
      await post('/api/password-link', { email: 'ana@example.org' });
      const token = await mailedToken(app, 'reset_password');
      expect(await post('/api/password-reset', { token, password: 'battery staple' })).toBe(200);
      expect(await opens(proven)).toBe(false);
    });

    test('does not open after the password was changed', async () => {
      const proven = await prove();
      expect(await post('/api/account/password', { password: donorPassword, newPassword: 'battery staple' })).toBe(200);
      expect(await opens(proven)).toBe(false);
      expect(await devices()).toBe(1); // the one that changed it
    });

    test('does not open without a code after a second factor was turned on', async () => {
      const proven = await prove();
      await enroll(app, ana.cookie);
      expect(await opens(proven)).toBe(false);
      expect(await opens({ ...proven, isCodeProven: true })).toBe(true);
    });

    test('does not open for a deleted account', async () => {
      const proven = await prove();
      expect(await post('/api/account/deletion', { password: donorPassword })).toBe(200);
      expect(await opens(proven)).toBe(false);
    });

    test('does not open after the operator has replaced the password', async () => {
      const admin = { ...app.deps.config.admin, password: 'an orchard' };
      const configured = { ...app.deps, config: { ...app.deps.config, admin } };
      await ensureAdmin(configured);
      const proven = await prove('admin', 'an orchard');
      await ensureAdmin({
        ...configured,
        config: { ...configured.config, admin: { ...admin, password: 'a new orchard' } },
      });
      expect(await opens(proven)).toBe(false);
    });
  });
});

test('on two servers, many simultaneous logins leave an account a hundred sessions and twenty known devices', async () => {
  const apps = await startTwoApps();
  const { db } = apps.first.deps;
  await signIn(apps.first, { username: 'ana' });
  const login = await logIn(apps.first.deps, { username: 'ana', password: donorPassword }, caller);
  if (login.code !== 'logged_in') throw new Error(login.code);
  const openMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_none, index) => {
        const { deps } = index % 2 === 0 ? apps.first : apps.second;
        return openSession(deps, login, { description: 'a browser', deviceToken: `${index}`.padStart(43, 'x') });
      }),
    );
  await openMany(97);
  expect(new Set(await openMany(16)).has(undefined)).toBe(false);
  const counts = [
    await db.read.selectFrom('sessions').select('user_id').execute(),
    await db.read.selectFrom('known_devices').select('user_id').execute(),
  ].map(({ length }) => length);
  expect(counts).toEqual([100, 20]);
  await apps.close();
});
