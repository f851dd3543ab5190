import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, logInAt, tryLogin } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  cookieOf,
  deviceCookieOf,
  donorPassword,
  registration,
  signIn,
  signInAdmin,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { startTwoApps } from '#test/races/two-apps.ts';

const dayMs = 24 * 60 * 60 * 1000;
const wrong = { username: 'ana', password: 'wrong password' };
const right = { username: 'ana', password: donorPassword };
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
const ascending = (one: number, other: number): number => one - other;
const forgedCookie = (index: number): string => `known_device=${String(index).padStart(43, 'x')}`;

forEachDatabase((engine) => {
  describe('a known device', () => {
    let app: TestApp;
    let ana: SignedIn;
    let device: string;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
      ana = await signIn(app, { username: 'ana' });
      device = deviceCookieOf(ana);
    });
    afterEach(() => app.close());

    const failures = async (count: number, cookie?: string): Promise<number[]> => {
      const statuses: number[] = [];
      while (statuses.length < count) statuses.push(await tryLogin(app, wrong, cookie));
      return statuses;
    };
    const lockOutStrangers = async (): Promise<void> => {
      expect(await failures(11)).toEqual([...times(10, 401), 429]);
      expect(await tryLogin(app, right)).toBe(429);
    };
    const signInOn = async (login = right): Promise<string> => deviceCookieOf(await logInAt(app, login));

    test('signs in while strangers have locked the account', async () => {
      await lockOutStrangers();
      expect(await tryLogin(app, right, device)).toBe(200);
      expect(await tryLogin(app, right)).toBe(429);
    });

    test('stays known after signing out', async () => {
      await call(app, { method: 'POST', url: '/api/logout', cookie: ana.cookie });
      await lockOutStrangers();
      expect(await tryLogin(app, right, device)).toBe(200);
    });

    test('signs the administrator in while strangers have locked the account', async () => {
      const admin = deviceCookieOf({ cookie: await signInAdmin(app) });
      const login = { username: 'admin', password: 'chosen-password-1' };
      for (let time = 0; time < 10; time += 1) await tryLogin(app, { ...login, password: 'wrong password' });
      expect([await tryLogin(app, login), await tryLogin(app, login, admin)]).toEqual([429, 200]);
    });

    test('signs in while its address is locked', async () => {
      for (let index = 0; index < 60; index += 1) await tryLogin(app, { ...wrong, username: `nobody${index}` });
      expect([await tryLogin(app, right), await tryLogin(app, right, device)]).toEqual([429, 200]);
    });

    test('has ten tries in 15 minutes, and its failures lock nothing else', async () => {
      const phone = await signInOn();
      expect(await failures(11, device)).toEqual([...times(10, 401), 429]);
      const response = await call(app, { method: 'POST', url: '/api/login', body: right, cookie: device });
      expect(response.json()).toEqual(
        refusal('too_many_requests', 'Too many failed logins. Please wait 15 minutes and try again.'),
      );
      expect([await tryLogin(app, right, phone), await tryLogin(app, right)]).toEqual([200, 200]);
      app.clock.advance(15 * 60_000);
      expect(await tryLogin(app, right, device)).toBe(200);
    });

    test('gets no more tries by spelling the name differently', async () => {
      await failures(10, device);
      expect(await tryLogin(app, { ...right, username: 'ANA' }, device)).toBe(429);
      expect(await tryLogin(app, { ...right, username: ana.user.email }, device)).toBe(429);
    });

    test('a correct password clears the device’s failures, but not those of strangers', async () => {
      await failures(9, device);
      await failures(9);
      expect(await tryLogin(app, right, device)).toBe(200);
      expect(await failures(11, device)).toEqual([...times(10, 401), 429]);
      expect(await failures(2)).toEqual([401, 429]);
    });

    test('allows at most ten simultaneous guesses', async () => {
      const statuses = await Promise.all(times(14, 0).map(() => tryLogin(app, wrong, device)));
      expect(statuses.toSorted(ascending)).toEqual([...times(10, 401), ...times(4, 429)]);
    });

    test('of one account is unknown to another', async () => {
      const bob = deviceCookieOf(await signIn(app, { username: 'bob' }));
      expect(await failures(5, bob)).toEqual(times(5, 401));
      expect(await failures(6)).toEqual([...times(5, 401), 429]);
      expect(await tryLogin(app, right, bob)).toBe(429);
    });

    test('cannot be forged, and many cookies give no more tries', async () => {
      const statuses: number[] = [];
      while (statuses.length < 11) statuses.push(await tryLogin(app, wrong, forgedCookie(statuses.length)));
      expect(statuses).toEqual([...times(10, 401), 429]);
      expect(await tryLogin(app, right, 'known_device=')).toBe(429);
    });

    test('is not set by a refused login', async () => {
      const response = await call(app, { method: 'POST', url: '/api/login', body: wrong });
      expect([response.statusCode, response.cookies]).toEqual([401, []]);
    });

    test('does not reveal that a name is unknown', async () => {
      const tryUnknown = () => tryLogin(app, { ...wrong, username: 'nobody' }, device);
      for (let time = 0; time < 10; time += 1) expect(await tryUnknown()).toBe(401);
      expect(await tryUnknown()).toBe(429);
    });

    test('serves several accounts in one browser, and the table does not show that they share it', async () => {
      const response = await call(app, {
        method: 'POST',
        url: '/api/register',
        cookie: device,
        body: registration({ username: 'bob' }),
      });
      expect(deviceCookieOf({ cookie: cookieOf(response) })).toBe(device);
      await lockOutStrangers();
      expect(await tryLogin(app, right, device)).toBe(200);
      const rows = await app.deps.db.read.selectFrom('known_devices').selectAll().execute();
      expect(new Set(rows.map(({ device_hash: hash }) => hash)).size).toBe(2);
      expect(JSON.stringify(rows)).not.toContain(device.replace('known_device=', ''));
    });

    test('is forgotten a year after its last login', async () => {
      app.clock.advance(364 * dayMs);
      expect(await tryLogin(app, right, device)).toBe(200);
      app.clock.advance(364 * dayMs);
      await lockOutStrangers();
      expect(await tryLogin(app, right, device)).toBe(200);
      app.clock.advance(365 * dayMs);
      await lockOutStrangers();
      expect(await tryLogin(app, right, device)).toBe(429);
    });

    test('is forgotten when the account has signed in on twenty others since', async () => {
      const signInOnOthers = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          app.clock.advance(1000);
          await signInOn();
        }
      };
      await signInOnOthers(19);
      await lockOutStrangers();
      expect(await failures(1, device)).toEqual([401]);
      app.clock.advance(15 * 60_000);
      await signInOnOthers(1);
      await lockOutStrangers();
      expect(await failures(1, device)).toEqual([429]);
    });
  });
});

test('two servers with one database share the count of a device, and check ten guesses between them', async () => {
  const apps = await startTwoApps();
  const device = deviceCookieOf(await signIn(apps.first, { username: 'ana' }));
  const guesses = times(16, 0).map((_zero, index) => tryLogin(index % 2 ? apps.first : apps.second, wrong, device));
  expect((await Promise.all(guesses)).toSorted(ascending)).toEqual([...times(10, 401), ...times(6, 429)]);
  expect(await tryLogin(apps.second, right, device)).toBe(429);
  expect(await tryLogin(apps.second, right)).toBe(200);
  await apps.close();
});
