import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secondFactorResponse } from '#contract/account/account-settings.ts';
import { call, logInAt, sortedStatuses, statusAndBody, tryLogin } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { confirmFactor, startFactor } from '#test/support/accounts/second-factor.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { startTwoApps } from '#test/races/two-apps.ts';

const locked = {
  status: 429,
  body: refusal('too_many_requests', 'Too many wrong passwords or codes. Please wait 15 minutes and try again.'),
};
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

/** Each call for which a signed-in user enters the password again. */
const proofs = {
  'the password': (password: string) => ({ url: '/api/account/password', body: { password, newPassword: 'staple 2' } }),
  'the address': (password: string) => ({ url: '/api/account/email', body: { password, email: 'new@example.org' } }),
  'a second factor': (password: string) => ({ url: '/api/account/second-factor', body: { password } }),
  'the account': (password: string) => ({ url: '/api/account/deletion', body: { password } }),
} as const;
type Change = keyof typeof proofs;
const kinds = ['the password', 'the address', 'a second factor', 'the account'] as const satisfies readonly Change[];

const prove = (app: TestApp, cookie: string, what: Change, password: string) =>
  call(app, { method: 'POST', cookie, ...proofs[what](password) });

forEachDatabase((engine) => {
  describe('a password entered again while signed in', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
      ana = await signIn(app, { username: 'ana' });
    });
    afterEach(() => app.close());

    const failLogins = async (count: number): Promise<void> => {
      const login = { username: 'ana', password: 'wrong password' };
      for (let index = 0; index < count; index += 1) expect(await tryLogin(app, login)).toBe(401);
    };
    const logIn = (): Promise<number> => tryLogin(app, { username: 'ana', password: donorPassword });
    const guess = async (cookie: string, what: Change = 'the password'): Promise<number> =>
      (await prove(app, cookie, what, 'wrong password')).statusCode;
    const guessTenTimes = async (cookie: string): Promise<void> => {
      for (let index = 0; index < 10; index += 1) expect(await guess(cookie)).toBe(400);
    };

    test.each(kinds)('to change %s works while strangers have locked the account', async (what) => {
      await failLogins(10);
      expect(await logIn()).toBe(429);
      expect((await prove(app, ana.cookie, what, donorPassword)).statusCode).toBe(200);
    });

    test('works while the address is locked', async () => {
      for (let index = 0; index < 60; index += 1)
        await tryLogin(app, { username: `nobody${index}`, password: 'wrong password' });
      expect(await logIn()).toBe(429);
      expect((await prove(app, ana.cookie, 'the password', donorPassword)).statusCode).toBe(200);
    });

    test('together with a code turns a second factor on and off while strangers have locked the account', async () => {
      const { secret } = secondFactorResponse.parse((await startFactor(app, ana.cookie)).json());
      await failLogins(10);
      const code = (): string => authenticatorCode(secret, app.clock.now());
      expect((await confirmFactor(app, ana.cookie, code())).statusCode).toBe(200);
      app.clock.advance(30_000);
      const body = { password: donorPassword, code: code() };
      const url = '/api/account/second-factor/removal';
      expect((await call(app, { method: 'POST', url, cookie: ana.cookie, body })).statusCode).toBe(200);
    });

    test('can be guessed ten times in 15 minutes per session, over all changes together', async () => {
      await startFactor(app, ana.cookie);
      for (const what of [...kinds, ...kinds]) expect(await guess(ana.cookie, what)).toBe(400);
      const guessCode = async (): Promise<number> => (await confirmFactor(app, ana.cookie, '000000')).statusCode;
      expect([await guessCode(), await guessCode(), await guessCode()]).toEqual([400, 400, 429]);
    });

    test('is refused for every change in a locked session, even when it is correct', async () => {
      await guessTenTimes(ana.cookie);
      for (const what of kinds)
        expect(statusAndBody(await prove(app, ana.cookie, what, donorPassword))).toEqual(locked);
      app.clock.advance(15 * 60_000);
      expect((await prove(app, ana.cookie, 'the password', donorPassword)).statusCode).toBe(200);
    });

    test('wrong passwords that lock a stolen session lock neither the owner’s session nor any login', async () => {
      const thief = await logInAt(app, { username: 'ana', password: donorPassword });
      await guessTenTimes(thief.cookie);
      expect(await guess(thief.cookie)).toBe(429);
      expect(await logIn()).toBe(200);
      expect((await prove(app, ana.cookie, 'the password', donorPassword)).statusCode).toBe(200);
    });

    test('does not add to the failures of strangers', async () => {
      await guessTenTimes(ana.cookie);
      await failLogins(10);
      expect(await logIn()).toBe(429);
    });

    test('does not affect other accounts', async () => {
      const bob = await signIn(app);
      await guessTenTimes(ana.cookie);
      expect((await prove(app, bob.cookie, 'the password', donorPassword)).statusCode).toBe(200);
    });

    test('clears the failures of its session if it is correct', async () => {
      for (let index = 0; index < 9; index += 1) await guess(ana.cookie);
      expect((await prove(app, ana.cookie, 'the address', donorPassword)).statusCode).toBe(200);
      await guessTenTimes(ana.cookie);
      expect(await guess(ana.cookie)).toBe(429);
    });

    test('at most ten simultaneous guesses are checked', async () => {
      const responses = await Promise.all(
        times(14, 0).map(() => prove(app, ana.cookie, 'the account', 'wrong password')),
      );
      expect(sortedStatuses(responses)).toEqual([...times(10, 400), ...times(4, 429)]);
    });
  });
});

test('two servers with one database count two simultaneous guesses of a session as two', async () => {
  const apps = await startTwoApps();
  const { cookie } = await signIn(apps.first);
  for (let round = 0; round < 5; round += 1) {
    const guesses = [apps.first, apps.second].map((app) => prove(app, cookie, 'the account', 'wrong password'));
    expect(sortedStatuses(await Promise.all(guesses))).toEqual([400, 400]);
  }
  expect((await prove(apps.second, cookie, 'the account', donorPassword)).statusCode).toBe(429);
  await apps.close();
});
