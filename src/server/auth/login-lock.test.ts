import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { startTwoApps } from '#test/races/two-apps.ts';

const locked = refusal('too_many_requests', 'Too many failed logins. Please wait 15 minutes and try again.');
const minuteMs = 60_000;

async function tryLogin(app: TestApp, username: string, password = 'wrong password', remoteAddress = '127.0.0.1') {
  const payload = { username, password };
  const request = {
    method: 'POST',
    url: '/api/login',
    payload,
    headers: { origin: ownOrigin },
    remoteAddress,
  } as const;
  return app.server.inject(request);
}

async function tryRepeatedly(times: number, ...tried: Parameters<typeof tryLogin>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await tryLogin(...tried)).statusCode);
  return statuses;
}

const sorted = (responses: readonly { statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

forEachDatabase((engine) => {
  describe('the account lock', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    test('ten failures get 401; then everything gets 429, even the correct password', async () => {
      expect(await tryRepeatedly(11, app, 'ana')).toEqual([...times(10, 401), 429]);
      const response = await tryLogin(app, 'ana', donorPassword);
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({ status: 429, body: locked });
      expect(response.cookies).toEqual([]);
    });

    test('counts the username and email address of an account together, in any letter case', async () => {
      await tryRepeatedly(5, app, 'ANA');
      await tryRepeatedly(5, app, 'Ana@example.org');
      expect((await tryLogin(app, 'ana', donorPassword)).statusCode).toBe(429);
      expect((await tryLogin(app, 'ana@example.org', donorPassword)).statusCode).toBe(429);
    });

    test('looks the same for an unknown name', async () => {
      expect(await tryRepeatedly(11, app, 'nobody')).toEqual([...times(10, 401), 429]);
      expect((await tryLogin(app, 'NOBODY')).json()).toEqual(locked);
    });

    test('does not affect other accounts', async () => {
      await signIn(app, { username: 'bob' });
      await tryRepeatedly(10, app, 'ana');
      expect((await tryLogin(app, 'bob', donorPassword)).statusCode).toBe(200);
    });

    test('ends 15 minutes after the failures, however many attempts follow', async () => {
      await tryRepeatedly(10, app, 'ana');
      app.clock.advance(14 * minuteMs);
      expect(await tryRepeatedly(5, app, 'ana')).toEqual(times(5, 429));
      app.clock.advance(minuteMs);
      expect((await tryLogin(app, 'ana', donorPassword)).statusCode).toBe(200);
    });

    test('allows one more attempt for each failure that expires', async () => {
      await tryRepeatedly(1, app, 'ana');
      app.clock.advance(10 * minuteMs);
      await tryRepeatedly(9, app, 'ana');
      app.clock.advance(5 * minuteMs);
      expect(await tryRepeatedly(2, app, 'ana')).toEqual([401, 429]);
    });

    test('a correct password clears the failures of an account', async () => {
      await tryRepeatedly(9, app, 'ana');
      expect((await tryLogin(app, 'ana', donorPassword)).statusCode).toBe(200);
      expect(await tryRepeatedly(11, app, 'ana')).toEqual([...times(10, 401), 429]);
    });

    test('stores neither unknown names nor old failures', async () => {
      await tryLogin(app, 'my secret password');
      const stored = () => app.deps.db.read.selectFrom('login_failures').selectAll().execute();
      expect(JSON.stringify(await stored())).not.toContain('secret');
      app.clock.advance(15 * minuteMs);
      await tryLogin(app, 'someone else');
      expect((await stored()).map((row) => row.failed_at)).toEqual(
        times(2, 0).map(() => app.clock.now().toISOString()),
      );
    });

    test('checks at most ten simultaneous guesses', async () => {
      const responses = await Promise.all(times(14, 0).map(() => tryLogin(app, 'ana')));
      expect(sorted(responses)).toEqual([...times(10, 401), ...times(4, 429)]);
    });

    test('simultaneous correct passwords are all accepted', async () => {
      const responses = await Promise.all(times(12, 0).map(() => tryLogin(app, 'ana', donorPassword)));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(times(12, 200));
    });
  });

  describe('the address lock', () => {
    const startStrictApp = () => startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
    const fail = async (app: TestApp, count: number, address: (index: number) => string): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        expect((await tryLogin(app, `nobody${index}`, undefined, address(index))).statusCode).toBe(401);
      }
    };

    test('starts after 60 failures with any names, and ends after 15 minutes', async () => {
      const app = await startStrictApp();
      await signIn(app, { username: 'ana' });
      await fail(app, 60, () => '203.0.113.7');
      const response = await tryLogin(app, 'ana', donorPassword, '203.0.113.7');
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({ status: 429, body: locked });
      expect((await tryLogin(app, 'ana', donorPassword, '203.0.113.8')).statusCode).toBe(200);
      expect((await tryLogin(app, 'ana', donorPassword, '203.0.113.7')).statusCode).toBe(429);
      app.clock.advance(15 * minuteMs);
      expect((await tryLogin(app, 'ana', donorPassword, '203.0.113.7')).statusCode).toBe(200);
      await app.close();
    });

    test('counts an IPv6 network of 64 bits as one address', async () => {
      const app = await startStrictApp();
      await fail(app, 60, (index) => (index % 2 === 0 ? `2001:db8:1:2::${index}` : `2001:db8:1:2:${index}::`));
      expect((await tryLogin(app, 'nobody', undefined, '2001:0db8:0001:0002:ffff::1')).statusCode).toBe(429);
      expect((await tryLogin(app, 'nobody', undefined, '2001:db8:1:3::1')).statusCode).toBe(401);
      await app.close();
    });
  });
});

test('two servers with one database share the lock, and check ten guesses between them', async () => {
  const apps = await startTwoApps();
  await signIn(apps.first, { username: 'ana' });
  const guesses = times(16, 0).map((_zero, index) => tryLogin(index % 2 === 0 ? apps.first : apps.second, 'ana'));
  expect(sorted(await Promise.all(guesses))).toEqual([...times(10, 401), ...times(6, 429)]);
  expect((await tryLogin(apps.second, 'ana', donorPassword)).statusCode).toBe(429);
  await apps.close();
});
