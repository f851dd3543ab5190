import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEncryption } from '#server/secrets/encryption.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { confirmFactor, enroll, startFactor, type EnrolledFactor } from '#test/support/accounts/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { encryptSecondFactors } from './encrypt-second-factors.ts';
import { encryptSecret } from './stored-secret.ts';

const loginFailed = { status: 401, body: refusal('login_failed', 'Invalid username or password') };
const atUse = 'a second factor cannot be read; needs review';
const atStart = 'second factors cannot be read, because their key is missing; needs review';

forEachDatabase((engine) => {
  describe('the secret of a second factor', () => {
    let app: TestApp;
    let ana: SignedIn;
    let factor: EnrolledFactor;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana' });
      factor = await enroll(app, ana.cookie);
    });
    afterEach(() => app.close());

    const factors = () => app.deps.db.read.selectFrom('second_factors').selectAll().orderBy('user_id').execute();
    const store = (secret: string, userId = ana.user.id) =>
      app.deps.db.write.updateTable('second_factors').set({ secret }).where('user_id', '=', userId).execute();
    const logIn = (code: string, username = 'ana') =>
      call(app, { method: 'POST', url: '/api/login', body: { username, password: donorPassword, code } });
    const statusOf = async (code: string): Promise<number> => (await logIn(code)).statusCode;
    /** The authenticator's next code, which no login has used. */
    const nextCode = (secret = factor.secret): string => {
      app.clock.advance(30_000);
      return authenticatorCode(secret, app.clock.now());
    };
    const keysOf = (...bytes: [number, ...number[]]) => {
      const [first, ...others] = bytes.map((byte) => Buffer.alloc(32, byte));
      return { ...app.deps, encryption: createEncryption([first!, ...others], app.deps.random) };
    };
    const errors = () => app.logged.filter(({ level }) => level === 50);

    test('is in the database only in encrypted form, before and after it is confirmed', async () => {
      const bob = await signIn(app, { username: 'bob' });
      const { secret } = (await startFactor(app, bob.cookie)).json<{ secret: string }>();
      const stored = JSON.stringify(await factors());
      expect([factor.secret, secret].filter((known) => stored.includes(known))).toEqual([]);
      for (const row of await factors()) expect(row.secret.startsWith(app.deps.encryption.prefix)).toBe(true);
      expect((await confirmFactor(app, bob.cookie, nextCode(secret))).statusCode).toBe(200);
      expect(await statusOf(nextCode())).toBe(200);
    });

    test("opens only its user's account, even when it is copied into another row", async () => {
      const mallory = await signIn(app, { username: 'mallory' });
      const own = await enroll(app, mallory.cookie);
      const rows = await factors();
      await store(rows.find((row) => row.user_id === mallory.user.id)!.secret);
      expect(await statusOf(nextCode(own.secret))).toBe(401);
      expect(errors()).toEqual([expect.objectContaining({ userId: ana.user.id, msg: atUse })]);
    });

    test('stored by an earlier release still works, and is encrypted once, at the start', async () => {
      await store(factor.secret);
      expect(await statusOf(nextCode())).toBe(200);
      await Promise.all([1, 2, 3].map(() => encryptSecondFactors(app.deps)));
      const rows = await factors();
      expect(rows.map((row) => row.secret.startsWith(app.deps.encryption.prefix))).toEqual([true]);
      await encryptSecondFactors(app.deps);
      expect(await factors()).toEqual(rows);
      expect(await statusOf(nextCode())).toBe(200);
      expect(errors()).toEqual([]);
    });

    test('is encrypted at the start, however many secrets there are', async () => {
      const [{ user_id: _id, ...row }] = (await factors()) as [Awaited<ReturnType<typeof factors>>[0]];
      const [user] = await app.deps.db.read.selectFrom('users').selectAll().where('username', '=', 'ana').execute();
      const names = Array.from({ length: 450 }, (_, index) => `donor-${index}`);
      const users = names.map((id) => ({ ...user!, id, username: id, username_key: id, email: id, email_key: id }));
      await app.deps.db.write.insertInto('users').values(users).execute();
      const plain = names.map((id) => ({ ...row, user_id: id, secret: factor.secret }));
      await app.deps.db.write.insertInto('second_factors').values(plain).execute();
      await encryptSecondFactors(app.deps);
      expect((await factors()).filter(({ secret }) => !secret.startsWith(app.deps.encryption.prefix))).toEqual([]);
    });

    test('is encrypted with the current key at the start, and the former key is not needed afterward', async () => {
      const former = keysOf(9);
      await store(encryptSecret(former, ana.user.id, factor.secret));
      const rotated = keysOf(1, 9); // the app itself has only the first
      await encryptSecondFactors(rotated);
      expect(await statusOf(nextCode())).toBe(200);
      expect(errors()).toEqual([]);
    });

    test('whose key is lost is reported in one line at the start, and does not change', async () => {
      await store(encryptSecret(keysOf(9), ana.user.id, factor.secret));
      const rows = await factors();
      await encryptSecondFactors(app.deps);
      expect(await factors()).toEqual(rows);
      expect(errors()).toEqual([expect.objectContaining({ unreadable: 1, msg: atStart })]);
      expect(JSON.stringify(app.logged)).not.toContain(factor.secret);
    });

    test('whose key is lost accepts no code but the recovery codes, with which it can be replaced', async () => {
      await store(encryptSecret(keysOf(9), ana.user.id, factor.secret));
      expect(statusAndBody(await logIn(nextCode()))).toEqual(loginFailed);
      expect(errors()).toEqual([expect.objectContaining({ userId: ana.user.id, msg: atUse })]);
      expect(await statusOf(factor.recoveryCodes[0]!)).toBe(200);
      const body = { password: donorPassword, code: factor.recoveryCodes[1] };
      const url = '/api/account/second-factor/removal';
      expect((await call(app, { method: 'POST', url, cookie: ana.cookie, body })).statusCode).toBe(200);
      const renewed = await enroll(app, ana.cookie);
      expect(await statusOf(nextCode(renewed.secret))).toBe(200);
    });

    test('that is not confirmed when its key is lost can be requested again', async () => {
      const bob = await signIn(app, { username: 'bob' });
      const { secret } = (await startFactor(app, bob.cookie)).json<{ secret: string }>();
      await store(encryptSecret(keysOf(9), bob.user.id, secret), bob.user.id);
      expect((await confirmFactor(app, bob.cookie, nextCode(secret))).statusCode).toBe(400);
      expect((await enroll(app, bob.cookie)).recoveryCodes).toHaveLength(10);
    });
  });
});
