import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import { call, isSignedIn, logInAt, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const url = '/api/account/devices';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unknown = { status: 404, body: refusal('not_found', 'This device is no longer signed in.') };

forEachDatabase((engine) => {
  describe('signed-in devices', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana' });
    });
    afterEach(() => app.close());

    const logIn = async (device: string): Promise<string> =>
      (await logInAt(app, { username: 'ana', password: donorPassword }, device)).cookie;
    const list = async (cookie = ana.cookie): Promise<DeviceResponse[]> =>
      (await call(app, { method: 'GET', url, cookie })).json();
    const names = async (cookie?: string): Promise<string[]> => (await list(cookie)).map(({ device }) => device);
    const end = (id: string, cookie = ana.cookie) => call(app, { method: 'DELETE', url: `${url}/${id}`, cookie });
    const endOthers = (cookie = ana.cookie) => call(app, { method: 'DELETE', url, cookie });

    test('are listed with the current one first, then by last use', async () => {
      app.clock.advance(minuteMs);
      const phone = await logIn('phone');
      app.clock.advance(minuteMs);
      const tablet = await logIn('tablet');
      expect(await names(phone)).toEqual(['phone', 'tablet', expect.any(String)]);
      app.clock.advance(10 * minuteMs);
      await isSignedIn(app, phone);
      expect(await list(tablet)).toEqual([
        {
          id: expect.stringMatching(/^[\w-]{22}$/),
          device: 'tablet',
          createdAt: '2026-03-04T12:02:00.000Z',
          seenAt: '2026-03-04T12:12:00.000Z',
          isCurrent: true,
        },
        expect.objectContaining({ device: 'phone', seenAt: '2026-03-04T12:12:00.000Z', isCurrent: false }),
        expect.objectContaining({ seenAt: '2026-03-04T12:00:00.000Z', isCurrent: false }),
      ]);
    });

    test("lists neither other users' devices nor expired sessions", async () => {
      await signIn(app);
      expect(await list()).toHaveLength(1);
      app.clock.advance(20 * dayMs);
      const phone = await logIn('phone');
      app.clock.advance(15 * dayMs);
      expect(await names(phone)).toEqual(['phone']);
    });

    test('have ids that reveal nothing about the stored tokens', async () => {
      const response = await call(app, { method: 'GET', url, cookie: ana.cookie });
      const { token_hash: tokenHash } = await app.deps.db.read
        .selectFrom('sessions')
        .select('token_hash')
        .executeTakeFirstOrThrow();
      expect(response.body).not.toContain(tokenHash.slice(0, 8));
      expect(response.body).not.toContain(/session=([\w-]{8})/.exec(ana.cookie)![1]);
    });

    test('can be signed out one by one, once each', async () => {
      const phone = await logIn('phone');
      const { id } = (await list()).find(({ device }) => device === 'phone')!;
      const response = await end(id);
      expect(statusAndBody(response)).toEqual({ status: 200, body: {} });
      expect(response.cookies).toEqual([]);
      expect([await isSignedIn(app, phone), await isSignedIn(app, ana.cookie)]).toEqual([false, true]);
      expect(statusAndBody(await end(id))).toEqual(unknown);
    });

    test('the current device can sign itself out, which clears both cookies', async () => {
      const response = await end((await list())[0]!.id);
      expect(response.statusCode).toBe(200);
      expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['session', ''],
        ['signed_in', ''],
      ]);
      expect(await isSignedIn(app, ana.cookie)).toBe(false);
    });

    test("the id of another user's device gets the same response as an unknown id", async () => {
      const bob = await signIn(app);
      const [foreign] = await list(bob.cookie);
      const responses = [
        await end(foreign!.id),
        await end('A'.repeat(22)),
        await end('%00'),
        await end('x'.repeat(5000)),
      ];
      expect(responses.map(statusAndBody)).toEqual(responses.map(() => unknown));
      expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      expect(await isSignedIn(app, bob.cookie)).toBe(true);
    });

    test('all but the current one can be signed out, without affecting other users', async () => {
      const others = [await logIn('phone'), await logIn('tablet')];
      const bob = await signIn(app);
      expect(statusAndBody(await endOthers())).toEqual({ status: 200, body: { ended: 2 } });
      expect(await Promise.all(others.map((cookie) => isSignedIn(app, cookie)))).toEqual([false, false]);
      expect([await isSignedIn(app, ana.cookie), await isSignedIn(app, bob.cookie)]).toEqual([true, true]);
      expect(statusAndBody(await endOthers())).toEqual({ status: 200, body: { ended: 0 } });
    });

    test('are at most a hundred: a new login signs out the least recently used one', async () => {
      const first = await logIn('first');
      for (let number = 0; number < 97; number += 1) await logIn(`device ${number}`);
      app.clock.advance(6 * minuteMs);
      expect([await isSignedIn(app, first), await isSignedIn(app, ana.cookie)]).toEqual([true, true]); // used just now
      await logIn('hundredth');
      expect(await list()).toHaveLength(100);
      await Promise.all(['new', 'newer', 'newest'].map((device) => logIn(device)));
      const [own = '', ...others] = await names();
      expect([own, others.length]).toEqual(['lightMyRequest', 99]); // the test's own browser
      expect(others.slice(0, 5).toSorted()).toEqual(['first', 'hundredth', 'new', 'newer', 'newest']);
      expect(await isSignedIn(app, first)).toBe(true);
    });

    test('a new session ends only sessions of the same account', async () => {
      const bob = await signIn(app);
      for (let number = 0; number < 101; number += 1) await logIn(`device ${number}`);
      expect(await isSignedIn(app, bob.cookie)).toBe(true);
    });

    test('are listed up to a hundred, including the current one, even if an older release allowed more', async () => {
      const [own] = await app.deps.db.read.selectFrom('sessions').selectAll().execute();
      const later = new Date(app.clock.now().getTime() + minuteMs).toISOString();
      for (let number = 0; number < 150; number += 1)
        await app.deps.db.write
          .insertInto('sessions')
          .values({ ...own!, token_hash: `hash ${number}`, seen_at: later, device: 'old' })
          .execute();
      const devices = await list();
      expect([devices.length, devices[0]?.isCurrent, devices[99]?.device]).toEqual([100, true, 'old']);
      await logIn('phone');
      const rows = await app.deps.db.read.selectFrom('sessions').select('device').execute();
      expect(rows).toHaveLength(100);
    });

    test('expired sessions are not counted as signed out', async () => {
      app.clock.advance(20 * dayMs);
      const phone = await logIn('phone');
      app.clock.advance(15 * dayMs);
      expect(statusAndBody(await endOthers(phone))).toEqual({ status: 200, body: { ended: 0 } });
    });
  });
});
