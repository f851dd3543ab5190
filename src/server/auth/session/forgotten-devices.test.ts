import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, logInAt, mailedToken, resetByMail, tryLogin } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { enroll } from '#test/support/accounts/second-factor.ts';
import {
  confirmAddressOf,
  cookieOf,
  deviceCookieOf,
  donorPassword,
  signIn,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { ensureAdmin } from '../ensure-admin.ts';

const newPassword = 'battery staple';
const email = 'ana@example.org';

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
    ana = await signIn(app, { username: 'ana', email });
  });
  afterEach(() => app.close());

  const lockOutStrangers = async (username = 'ana'): Promise<void> => {
    for (let time = 0; time < 10; time += 1)
      expect(await tryLogin(app, { username, password: 'wrong password' })).toBe(401);
  };
  const knownCookie = async (): Promise<string> =>
    deviceCookieOf(await logInAt(app, { username: 'ana', password: donorPassword }));
  const post = async (url: string, body: object): Promise<void> => {
    const response = await call(app, { method: 'POST', url, cookie: ana.cookie, body });
    expect(response.statusCode).toBe(200);
  };

  /** Returns for each device whether its logins are exempt from the strangers' lock. */
  const areKnown = async (login: Parameters<typeof tryLogin>[1], ...devices: string[]): Promise<boolean[]> => {
    await lockOutStrangers(login.username);
    const known: boolean[] = [];
    for (const device of devices) known.push((await tryLogin(app, login, device)) === 200);
    return known;
  };

  describe('devices other than the one in use are forgotten', () => {
    test('after the password is changed', async () => {
      const phone = await knownCookie();
      await post('/api/account/password', { password: donorPassword, newPassword });
      const login = { username: 'ana', password: newPassword };
      expect(await areKnown(login, phone, deviceCookieOf(ana))).toEqual([false, true]);
    });

    test('after signing out all others', async () => {
      const phone = await knownCookie();
      await call(app, { method: 'DELETE', url: '/api/account/devices', cookie: ana.cookie });
      const login = { username: 'ana', password: donorPassword };
      expect(await areKnown(login, phone, deviceCookieOf(ana))).toEqual([false, true]);
    });

    test('after a second factor is turned on: someone who knew only the password may have signed in there', async () => {
      const phone = await knownCookie();
      const { secret } = await enroll(app, ana.cookie);
      const code = authenticatorCode(secret, app.clock.now());
      const login = { username: 'ana', password: donorPassword, code };
      expect(await areKnown(login, phone, deviceCookieOf(ana))).toEqual([false, true]);
    });

    test('after the operator has replaced the administrator’s password', async () => {
      const configured = (password: string) => ({
        ...app.deps,
        config: { ...app.deps.config, admin: { ...app.deps.config.admin, password } },
      });
      await ensureAdmin(configured('chosen-1'));
      const desk = deviceCookieOf(await logInAt(app, { username: 'admin', password: 'chosen-1' }));
      await ensureAdmin(configured('chosen-2'));
      expect(await areKnown({ username: 'admin', password: 'chosen-2' }, desk)).toEqual([false]);
    });
  });

  test('other accounts keep their devices', async () => {
    const bob = deviceCookieOf(await signIn(app, { username: 'bob' }));
    await post('/api/account/password', { password: donorPassword, newPassword });
    expect(await areKnown({ username: 'bob', password: donorPassword }, bob)).toEqual([true]);
  });

  test('a device that is signed out from the list stays known', async () => {
    const phone = await logInAt(app, { username: 'ana', password: donorPassword }, 'phone');
    const devices = await call(app, { method: 'GET', url: '/api/account/devices', cookie: ana.cookie });
    const { id } = devices.json<{ id: string; device: string }[]>().find(({ device }) => device === 'phone')!;
    await call(app, { method: 'DELETE', url: `/api/account/devices/${id}`, cookie: ana.cookie });
    expect(await areKnown({ username: 'ana', password: donorPassword }, deviceCookieOf(phone))).toEqual([true]);
  });

  describe('a mailed link that replaces the password', () => {
    const reset = async (password = newPassword, cookie?: string): Promise<string> =>
      deviceCookieOf({ cookie: cookieOf(await resetByMail(app, { email, password, ...(cookie ? { cookie } : {}) })) });

    test('makes known the browser in which it is used, and forgets all others', async () => {
      const desk = await reset();
      const login = { username: 'ana', password: newPassword };
      expect(await areKnown(login, deviceCookieOf(ana), desk)).toEqual([false, true]);
    });

    test('does not forget a browser that was known before', async () => {
      expect(await reset(newPassword, deviceCookieOf(ana))).toBe(deviceCookieOf(ana));
      expect(await areKnown({ username: 'ana', password: newPassword }, deviceCookieOf(ana))).toEqual([true]);
    });

    test('that was used before makes no browser known', async () => {
      await reset();
      const body = { token: await mailedToken(app, 'reset_password'), password: newPassword };
      const repeated = await call(app, { method: 'POST', url: '/api/password-reset', body });
      expect([repeated.statusCode, repeated.cookies]).toEqual([400, []]);
    });

    test('used again and again gives a reader of the email ten guesses at a code in all', async () => {
      await confirmAddressOf(app, ana);
      await enroll(app, ana.cookie);
      const statuses: number[] = [];
      for (const password of ['reader-1', 'reader-2', 'reader-3']) {
        const device = await reset(password);
        for (let guess = 0; guess < 4; guess += 1)
          statuses.push(await tryLogin(app, { username: 'ana', password, code: '000000' }, device));
      }
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    });
  });
});
