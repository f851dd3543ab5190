import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FairQueue } from '#server/fair-queue.ts';
import { call, mailedToken } from '#test/support/accounts/account-calls.ts';
import { donorPassword, registration, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { accountSubject, recordFailure } from '../login-lock.ts';
import { createPasswordQueue } from './password.ts';

const busy = {
  status: 503,
  retryAfter: '5',
  body: refusal('unavailable', 'Too many people are signing in. Please try again in a few seconds.'),
};

/** The product's own queue, whose slots a test can occupy. It records which callers came, and whose work began. */
function watchedQueue(waitingMax: number) {
  const queue = createPasswordQueue(waitingMax);
  const came: string[] = [];
  const began: string[] = [];
  const passwordQueue: FairQueue = {
    run: (caller, work) => {
      came.push(caller);
      return queue.run(caller, () => {
        began.push(caller);
        return work();
      });
    },
  };
  /** Occupies both slots; the result frees them. */
  const occupySlots = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const caller of ['first slot', 'second slot']) void queue.run(caller, () => promise);
    return resolve;
  };
  return { passwordQueue, came, began, occupySlots };
}

forEachDatabase((engine) => {
  describe('a flood of logins', () => {
    let app: TestApp;
    let queue: ReturnType<typeof watchedQueue>;
    let ana: SignedIn;

    const start = async (waitingMax: number): Promise<void> => {
      queue = watchedQueue(waitingMax);
      const { passwordQueue } = queue;
      app = await startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '10' }, passwordQueue });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      queue.came.length = queue.began.length = 0;
    };
    afterEach(() => app.close());

    const logIn = async (remoteAddress: string, username = 'nobody', password = 'wrong password') => {
      const response = await app.server.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password },
        headers: { origin: ownOrigin },
        remoteAddress,
      });
      return {
        status: response.statusCode,
        retryAfter: response.headers['retry-after'],
        body: response.json<unknown>(),
      };
    };
    const flood = (count: number, address: string, name = address) =>
      Array.from({ length: count }, (_none, index) => logIn(address, `${name}-${index}`));
    const whenAllCame = async (count: number): Promise<void> => {
      await expect.poll(() => queue.came.length).toBe(count);
    };

    test('lets someone else sign in after one more password of each attacker', async () => {
      await start(64);
      const free = queue.occupySlots();
      const attacks = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].flatMap((address) => flood(30, address));
      await whenAllCame(90);
      const login = logIn('203.0.113.9', 'ana', donorPassword);
      await whenAllCame(91);
      free();
      expect((await login).status).toBe(200);
      await Promise.all(attacks);
      expect(queue.began.indexOf('203.0.113.9')).toBeLessThanOrEqual(3);
    });

    test('gets 503 when the queue is full, while others can sign in', async () => {
      await start(10);
      const free = queue.occupySlots();
      const attacks = flood(12, '198.51.100.1');
      await whenAllCame(12);
      const login = logIn('203.0.113.9', 'ana', donorPassword);
      await whenAllCame(13);
      free();
      expect((await login).status).toBe(200);
      const refused = (await Promise.all(attacks)).filter(({ status }) => status !== 401);
      expect(refused).toEqual([busy, busy, busy]);
    });

    test('counts an IPv6 network of 64 bits as one caller', async () => {
      await start(10);
      await Promise.all([logIn('2001:db8:1:2::1'), logIn('2001:db8:1:2:ffff::2'), logIn('2001:db8:1:3::1')]);
      expect(new Set(queue.came)).toEqual(new Set(['2001:db8:1:2', '2001:db8:1:3']));
    });

    test('causes no hashing after the lock begins', async () => {
      await start(64);
      const { db } = app.deps;
      await db.write.updateTable('users').set({ password_hash: 'no hash' }).execute(); // hashing would return 500
      const free = queue.occupySlots();
      const waiting = [1, 2, 3].map(() => logIn('198.51.100.1', 'ana'));
      await whenAllCame(3);
      const subject = accountSubject('ana', ana.user.id);
      for (let failure = 0; failure < 10; failure += 1) await recordFailure(app.deps, [subject]);
      free();
      expect((await Promise.all(waiting)).map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
        [1, 2, 3].map(() => [429, '900']),
      );
    });

    test('a login reads nothing from the database before its turn', async () => {
      await start(64);
      const free = queue.occupySlots();
      const waiting = logIn('198.51.100.1', 'bob', donorPassword);
      await whenAllCame(1);
      await app.deps.db.write.updateTable('users').set({ username: 'bob', username_key: 'bob' }).execute();
      free();
      expect((await waiting).status).toBe(200); // the account got its name while the login waited
    });

    test('sixty people of one school who sign in at the same time are not a flood', async () => {
      await start(64);
      const names = Array.from({ length: 60 }, (_none, index) => `pupil${index}`);
      for (const username of names) await signIn(app, { username });
      const responses = await Promise.all(names.map((name) => logIn('198.51.100.1', name, donorPassword)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  describe('a full queue', () => {
    let app: TestApp;
    let ana: SignedIn;
    let isFull = false;

    beforeEach(async () => {
      isFull = false;
      const queue = createPasswordQueue(64);
      const full = createPasswordQueue(0);
      const { promise: never } = Promise.withResolvers<void>();
      for (const caller of ['first slot', 'second slot']) void full.run(caller, () => never);
      const passwordQueue: FairQueue = { run: (caller, work) => (isFull ? full : queue).run(caller, work) };
      app = await startApp(engine, { cards: stubCards(), passwordQueue });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const proof = { password: donorPassword };
    test.each<[string, string, (token: string) => object]>([
      ['a login', '/api/login', () => ({ username: 'ana', ...proof })],
      ['a registration', '/api/register', () => registration()],
      ['a reset', '/api/password-reset', (token) => ({ token, password: 'battery staple' })],
      ['a change of password', '/api/account/password', () => ({ ...proof, newPassword: 'battery staple' })],
      ['a change of address', '/api/account/email', () => ({ ...proof, email: 'ana@example.com' })],
      ['the start of two-step sign-in', '/api/account/second-factor', () => proof],
      ['the end of two-step sign-in', '/api/account/second-factor/removal', () => ({ ...proof, code: '123456' })],
      ['the deletion of an account', '/api/account/deletion', () => proof],
    ])('refuses %s, and changes nothing', async (_what, url, bodyOf) => {
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const body = bodyOf(await mailedToken(app, 'reset_password'));
      const rows = () => app.deps.db.read.selectFrom('users').selectAll().execute();
      const before = await rows();
      isFull = true;
      const response = await call(app, { method: 'POST', url, cookie: ana.cookie, body });
      expect({
        status: response.statusCode,
        retryAfter: response.headers['retry-after'],
        body: response.json<unknown>(),
      }).toEqual(busy);
      expect(await rows()).toEqual(before);
    });
  });
});
