import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secondFactorAnswer } from '#contract/account-care.ts';
import { call, isSignedIn, logInAt, told } from '#test/support/account-calls.ts';
import { authenticatorCode } from '#test/support/authenticator.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { confirmFactor, enroll, startFactor } from '#test/support/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

const ascending = (one: number, other: number): number => one - other;
const url = '/api/account/second-factor';
const stranger = { status: 401, body: refusal('sign_in_required', 'Please sign in.') };
const passwordWrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };
const codeWrong = { status: 400, body: refusal('code_wrong', 'This code is not right. Please enter the newest one.') };
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
    secondFactorAnswer.parse((await startFactor(app, ana.cookie)).json()).secret;
  const remove = (code: unknown, password = donorPassword, cookie: string | undefined = ana.cookie) =>
    call(app, { method: 'POST', url: `${url}/removal`, cookie, body: { password, code } });
  const hasFactor = async (cookie = ana.cookie): Promise<unknown> =>
    (await call(app, { method: 'GET', url: '/api/account', cookie })).json<{ hasSecondFactor: unknown }>()
      .hasSecondFactor;
  const rows = () => app.deps.db.read.selectFrom('second_factors').selectAll().execute();

  describe('POST /api/account/second-factor', () => {
    test('is refused to a stranger', async () => {
      expect(told(await startFactor(app))).toEqual(stranger);
    });

    test('tells a secret and its address, and nothing is in force yet', async () => {
      const answer = secondFactorAnswer.parse((await startFactor(app, ana.cookie)).json());
      expect(answer.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(answer.uri).toContain(`otpauth://totp/Kindbite:ana?issuer=Kindbite&secret=${answer.secret}`);
      expect(await hasFactor()).toBe(false);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
    });

    test('repeated draws another secret, and the first is worth nothing', async () => {
      const [first, second] = [await start(), await start()];
      expect(second).not.toBe(first);
      expect(told(await confirmFactor(app, ana.cookie, codeOf(first)))).toEqual(codeWrong);
      expect((await confirmFactor(app, ana.cookie, codeOf(second))).statusCode).toBe(200);
    });

    test('is refused without the right password, and wrong ones count as failed logins', async () => {
      for (let time = 0; time < 10; time += 1)
        expect(told(await startFactor(app, ana.cookie, 'wrong password'))).toEqual(passwordWrong);
      expect(told(await startFactor(app, ana.cookie))).toEqual(locked);
      expect(await rows()).toEqual([]);
    });

    test('is refused while one is in force, which stays', async () => {
      await enroll(app, ana.cookie);
      const before = await rows();
      const sentence = 'Two-step sign-in is on already.';
      expect(told(await startFactor(app, ana.cookie))).toEqual({ status: 403, body: refusal('forbidden', sentence) });
      expect(await rows()).toEqual(before);
    });
  });

  describe('POST /api/account/second-factor/confirm', () => {
    test('is refused to a stranger', async () => {
      expect(told(await confirmFactor(app, undefined, '123456'))).toEqual(stranger);
    });

    test('tells ten codes once, of which only hashes are kept', async () => {
      const secret = await start();
      const answer = await confirmFactor(app, ana.cookie, codeOf(secret));
      const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>();
      expect(answer.json()).toEqual({ recoveryCodes });
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      const [row] = await rows();
      expect(recoveryCodes.filter((code) => row?.recovery_hashes.includes(code.replaceAll('-', '')))).toEqual([]);
      expect(await hasFactor()).toBe(true);
    });

    test('takes a code with a space in it, as authenticators show it', async () => {
      const code = codeOf(await start());
      expect((await confirmFactor(app, ana.cookie, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
    });

    test('signs out the devices that came in by the password alone, and nobody else', async () => {
      const phone = await logInAt(app, { username: 'ana', password: donorPassword });
      const bob = await signIn(app);
      await enroll(app, ana.cookie);
      const cookies = [ana.cookie, phone.cookie, bob.cookie];
      expect(await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)))).toEqual([true, false, true]);
    });

    test('repeated, or never begun, is refused', async () => {
      expect(told(await confirmFactor(app, ana.cookie, '123456'))).toEqual(codeWrong);
      const code = codeOf(await start());
      const answers = await Promise.all([1, 2, 3].map(() => confirmFactor(app, ana.cookie, code)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted(ascending)).toEqual([200, 400, 400]);
      expect(told(await confirmFactor(app, ana.cookie, code))).toEqual(codeWrong);
    });

    test.each([['000000'], ['12345'], ['abcdef'], ['１２３４５６'], ['0'.repeat(40)]])('refuses %j', async (code) => {
      await start();
      expect(told(await confirmFactor(app, ana.cookie, code))).toEqual(codeWrong);
      expect(await hasFactor()).toBe(false);
    });

    test.each([[''], ['  '], [null], [123456], ['0'.repeat(41)]])('refuses %j as no code at all', async (code) => {
      await start();
      expect(await confirmFactor(app, ana.cookie, code)).toMatchObject({ statusCode: 400 });
      expect(await hasFactor()).toBe(false);
    });

    test('locks after ten wrong codes, and the door with it', async () => {
      const secret = await start();
      for (let time = 0; time < 10; time += 1)
        expect(told(await confirmFactor(app, ana.cookie, '000000'))).toEqual(codeWrong);
      expect(told(await confirmFactor(app, ana.cookie, codeOf(secret)))).toEqual(locked);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(429);
      app.clock.advance(15 * 60_000);
      expect((await confirmFactor(app, ana.cookie, codeOf(secret))).statusCode).toBe(200);
    });

    test("cannot put somebody else's in force", async () => {
      const secret = await start();
      const bob = await signIn(app);
      expect(told(await confirmFactor(app, bob.cookie, codeOf(secret)))).toEqual(codeWrong);
      expect([await hasFactor(), await hasFactor(bob.cookie)]).toEqual([false, false]);
    });
  });

  describe('POST /api/account/second-factor/removal', () => {
    test('is refused to a stranger', async () => {
      const body = { password: donorPassword, code: '123456' };
      expect(told(await call(app, { method: 'POST', url: `${url}/removal`, body }))).toEqual(stranger);
    });

    test('wants password and code, and then the password alone lets in again', async () => {
      const { secret } = await enroll(app, ana.cookie);
      expect(told(await remove(codeOf(secret), 'wrong password'))).toEqual(passwordWrong);
      expect(told(await remove('000000'))).toEqual(codeWrong);
      expect(await hasFactor()).toBe(true);
      expect(told(await remove(codeOf(secret)))).toEqual({ status: 200, body: {} });
      expect(await hasFactor()).toBe(false);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
      expect(told(await remove(codeOf(secret)))).toEqual(codeWrong);
    });

    test('takes a recovery code, and another factor can be set up then', async () => {
      const { recoveryCodes } = await enroll(app, ana.cookie);
      expect((await remove(recoveryCodes[3])).statusCode).toBe(200);
      const { secret } = await enroll(app, ana.cookie);
      expect(told(await remove(recoveryCodes[4]))).toEqual(codeWrong);
      expect((await remove(codeOf(secret))).statusCode).toBe(200);
    });

    test('gives ten guesses at the code in a quarter of an hour, however often the password is right', async () => {
      const { secret } = await enroll(app, ana.cookie);
      for (let time = 0; time < 10; time += 1) expect(told(await remove('000000'))).toEqual(codeWrong);
      expect(told(await remove(codeOf(secret)))).toEqual(locked);
      expect(await hasFactor()).toBe(true);
    });

    test('leaves one that was not confirmed, since there is nothing to prove by it', async () => {
      const secret = await start();
      expect(told(await remove(codeOf(secret)))).toEqual(codeWrong);
      expect((await confirmFactor(app, ana.cookie, codeOf(secret))).statusCode).toBe(200);
    });
  });
});
