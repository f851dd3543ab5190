import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secondFactorResponse } from '#contract/account/account-settings.ts';
import { call, isSignedIn, logInAt, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { confirmFactor, enroll, startFactor } from '#test/support/accounts/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const ascending = (one: number, other: number): number => one - other;
const url = '/api/account/second-factor';
const stranger = { status: 401, body: refusal('sign_in_required', 'Please sign in.') };
const passwordWrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };
const codeWrong = { status: 400, body: refusal('code_wrong', 'Incorrect code. Please enter the latest one.') };
const locked = {
  status: 429,
  body: refusal('too_many_requests', 'Too many wrong passwords or codes. Please wait 15 minutes and try again.'),
};

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
    ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
  });
  afterEach(() => app.close());

  const codeOf = (secret: string): string => authenticatorCode(secret, app.clock.now());
  const start = async (): Promise<string> =>
    secondFactorResponse.parse((await startFactor(app, ana.cookie)).json()).secret;
  const remove = (code: unknown, password = donorPassword, cookie: string | undefined = ana.cookie) =>
    call(app, { method: 'POST', url: `${url}/removal`, cookie, body: { password, code } });
  const hasFactor = async (cookie = ana.cookie): Promise<unknown> =>
    (await call(app, { method: 'GET', url: '/api/account', cookie })).json<{ hasSecondFactor: unknown }>()
      .hasSecondFactor;
  const rows = () => app.deps.db.read.selectFrom('second_factors').selectAll().execute();

  describe('POST /api/account/second-factor', () => {
    test('refuses a visitor', async () => {
      expect(statusAndBody(await startFactor(app))).toEqual(stranger);
    });

    test('returns a secret and its otpauth URI, and enables nothing yet', async () => {
      const response = secondFactorResponse.parse((await startFactor(app, ana.cookie)).json());
      expect(response.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(response.uri).toContain(`otpauth://totp/Kindbite:ana?issuer=Kindbite&secret=${response.secret}`);
      expect(await hasFactor()).toBe(false);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
    });

    test('a repeated request creates another secret, and the first stops working', async () => {
      const [first, second] = [await start(), await start()];
      expect(second).not.toBe(first);
      expect(statusAndBody(await confirmFactor(app, ana.cookie, codeOf(first)))).toEqual(codeWrong);
      expect((await confirmFactor(app, ana.cookie, codeOf(second))).statusCode).toBe(200);
    });

    test('needs the correct password, and is locked after ten wrong ones', async () => {
      for (let time = 0; time < 10; time += 1)
        expect(statusAndBody(await startFactor(app, ana.cookie, 'wrong password'))).toEqual(passwordWrong);
      expect(statusAndBody(await startFactor(app, ana.cookie))).toEqual(locked);
      expect(await rows()).toEqual([]);
    });

    test('is refused while a second factor is on, and leaves it unchanged', async () => {
      await enroll(app, ana.cookie);
      const before = await rows();
      const sentence = 'Two-step sign-in is already on.';
      expect(statusAndBody(await startFactor(app, ana.cookie))).toEqual({
        status: 403,
        body: refusal('forbidden', sentence),
      });
      expect(await rows()).toEqual(before);
    });
  });

  describe('POST /api/account/second-factor/confirm', () => {
    test('refuses a visitor', async () => {
      expect(statusAndBody(await confirmFactor(app, undefined, '123456'))).toEqual(stranger);
    });

    test('returns ten codes once, and stores only their hashes', async () => {
      const secret = await start();
      const response = await confirmFactor(app, ana.cookie, codeOf(secret));
      const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>();
      expect(response.json()).toEqual({ recoveryCodes });
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      const [row] = await rows();
      expect(recoveryCodes.filter((code) => row?.recovery_hashes.includes(code.replaceAll('-', '')))).toEqual([]);
      expect(await hasFactor()).toBe(true);
    });

    test('accepts a code with a space, as authenticators show it', async () => {
      const code = codeOf(await start());
      expect((await confirmFactor(app, ana.cookie, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
    });

    test("signs out the account's other devices, and no one else", async () => {
      const phone = await logInAt(app, { username: 'ana', password: donorPassword });
      const bob = await signIn(app);
      await enroll(app, ana.cookie);
      const cookies = [ana.cookie, phone.cookie, bob.cookie];
      expect(await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)))).toEqual([true, false, true]);
    });

    test('is refused when it is repeated, and when no second factor was started', async () => {
      expect(statusAndBody(await confirmFactor(app, ana.cookie, '123456'))).toEqual(codeWrong);
      const code = codeOf(await start());
      const responses = await Promise.all([1, 2, 3].map(() => confirmFactor(app, ana.cookie, code)));
      expect(responses.map(({ statusCode }) => statusCode).toSorted(ascending)).toEqual([200, 400, 400]);
      expect(statusAndBody(await confirmFactor(app, ana.cookie, code))).toEqual(codeWrong);
    });

    test.each([['000000'], ['12345'], ['abcdef'], ['１２３４５６'], ['0'.repeat(40)]])('refuses %j', async (code) => {
      await start();
      expect(statusAndBody(await confirmFactor(app, ana.cookie, code))).toEqual(codeWrong);
      expect(await hasFactor()).toBe(false);
    });

    test.each([[''], ['  '], [null], [123456], ['0'.repeat(41)]])('refuses %j as a missing code', async (code) => {
      await start();
      expect(await confirmFactor(app, ana.cookie, code)).toMatchObject({ statusCode: 400 });
      expect(await hasFactor()).toBe(false);
    });

    test('is locked after ten wrong codes, but login is not', async () => {
      const secret = await start();
      for (let time = 0; time < 10; time += 1)
        expect(statusAndBody(await confirmFactor(app, ana.cookie, '000000'))).toEqual(codeWrong);
      expect(statusAndBody(await confirmFactor(app, ana.cookie, codeOf(secret)))).toEqual(locked);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
      app.clock.advance(15 * 60_000);
      expect((await confirmFactor(app, ana.cookie, codeOf(secret))).statusCode).toBe(200);
    });

    test("cannot turn on another user's factor", async () => {
      const secret = await start();
      const bob = await signIn(app);
      expect(statusAndBody(await confirmFactor(app, bob.cookie, codeOf(secret)))).toEqual(codeWrong);
      expect([await hasFactor(), await hasFactor(bob.cookie)]).toEqual([false, false]);
    });
  });

  describe('POST /api/account/second-factor/removal', () => {
    test('refuses a visitor', async () => {
      const body = { password: donorPassword, code: '123456' };
      expect(statusAndBody(await call(app, { method: 'POST', url: `${url}/removal`, body }))).toEqual(stranger);
    });

    test('needs the password and a code; afterward the password alone is enough to log in', async () => {
      const { secret } = await enroll(app, ana.cookie);
      expect(statusAndBody(await remove(codeOf(secret), 'wrong password'))).toEqual(passwordWrong);
      expect(statusAndBody(await remove('000000'))).toEqual(codeWrong);
      expect(await hasFactor()).toBe(true);
      expect(statusAndBody(await remove(codeOf(secret)))).toEqual({ status: 200, body: {} });
      expect(await hasFactor()).toBe(false);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
      expect(statusAndBody(await remove(codeOf(secret)))).toEqual(codeWrong);
    });

    test('accepts a recovery code, and another factor can be set up afterward', async () => {
      const { recoveryCodes } = await enroll(app, ana.cookie);
      expect((await remove(recoveryCodes[3])).statusCode).toBe(200);
      const { secret } = await enroll(app, ana.cookie);
      expect(statusAndBody(await remove(recoveryCodes[4]))).toEqual(codeWrong);
      expect((await remove(codeOf(secret))).statusCode).toBe(200);
    });

    test('allows ten guesses at the code in 15 minutes, even with the correct password', async () => {
      const { secret } = await enroll(app, ana.cookie);
      for (let time = 0; time < 10; time += 1) expect(statusAndBody(await remove('000000'))).toEqual(codeWrong);
      expect(statusAndBody(await remove(codeOf(secret)))).toEqual(locked);
      expect(await hasFactor()).toBe(true);
    });

    test('does not remove an unconfirmed factor, because no code is valid for it yet', async () => {
      const secret = await start();
      expect(statusAndBody(await remove(codeOf(secret)))).toEqual(codeWrong);
      expect((await confirmFactor(app, ana.cookie, codeOf(secret))).statusCode).toBe(200);
    });
  });
});
