import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, mailedToken, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { enroll, type EnrolledFactor } from '#test/support/accounts/second-factor.ts';
import { confirmAddressOf, deviceCookieOf, donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const ascending = (one: number, other: number): number => one - other;
const needed = { status: 401, body: refusal('second_factor_needed', 'Please enter the code from your authenticator') };

forEachDatabase((engine) => {
  describe('login to an account with a second factor', () => {
    let app: TestApp;
    let factor: EnrolledFactor;
    let device: string;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      const ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      await confirmAddressOf(app, ana);
      device = deviceCookieOf(ana);
      factor = await enroll(app, ana.cookie);
    });
    afterEach(() => app.close());

    const logIn = (
      code?: string,
      password = donorPassword,
      username = 'ana',
      cookie?: string,
    ): Promise<LightMyRequestResponse> =>
      call(app, {
        method: 'POST',
        url: '/api/login',
        cookie,
        body: { username, password, ...(code === undefined ? {} : { code }) },
      });
    const status = async (code?: string, cookie?: string): Promise<number> =>
      (await logIn(code, donorPassword, 'ana', cookie)).statusCode;
    const codeIn = (steps: number): string =>
      authenticatorCode(factor.secret, new Date(app.clock.now().getTime() + steps * 30_000));
    const failures = async (times: number, code = '000000', cookie?: string): Promise<number[]> => {
      const statuses: number[] = [];
      while (statuses.length < times) statuses.push(await status(code, cookie));
      return statuses;
    };

    test('asks for the code after a correct password, and opens no session', async () => {
      for (const code of [undefined, '', '  ']) {
        const response = await logIn(code);
        expect(statusAndBody(response)).toEqual(needed);
        expect(response.cookies).toEqual([]);
      }
    });

    test('reveals nothing about the code when the password is wrong', async () => {
      const unknown = await logIn(undefined, 'wrong password', 'nobody');
      for (const code of [undefined, '000000', codeIn(0), factor.recoveryCodes[0]]) {
        const response = await logIn(code, 'wrong password');
        expect([response.statusCode, response.body]).toEqual([401, unknown.body]);
      }
      expect(await status(codeIn(0))).toBe(200); // the correct code with a wrong password was not used up
    });

    test('a lock from wrong codes remains when a mailed link replaces the password', async () => {
      await failures(10);
      expect(await status(codeIn(0))).toBe(429);
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const body = { token: await mailedToken(app, 'reset_password'), password: 'battery staple' };
      expect((await call(app, { method: 'POST', url: '/api/password-reset', body })).statusCode).toBe(200);
      expect((await logIn(codeIn(0), 'battery staple')).statusCode).toBe(429);
    });

    test('refuses a wrong code with the same bytes as every failed login', async () => {
      const wrong = await logIn('000000');
      const unknown = await logIn('000000', donorPassword, 'nobody');
      expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body]);
    });

    test('accepts the codes of the previous, current and next step, in that order', async () => {
      app.clock.advance(60_000);
      expect([await status(codeIn(-2)), await status(codeIn(2))]).toEqual([401, 401]);
      expect([await status(codeIn(-1)), await status(codeIn(0)), await status(codeIn(1))]).toEqual([200, 200, 200]);
    });

    test('accepts no code twice, and none older than the last accepted one', async () => {
      app.clock.advance(60_000);
      expect([await status(codeIn(0)), await status(codeIn(0)), await status(codeIn(-1))]).toEqual([200, 401, 401]);
      app.clock.advance(30_000);
      expect([await status(codeIn(-1)), await status(codeIn(0))]).toEqual([401, 200]);
    });

    test('refuses the code that confirmed the factor', async () => {
      expect(await status(codeIn(-1))).toBe(401);
    });

    test('of five simultaneous logins with one code, one succeeds', async () => {
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => status(codeIn(0))));
      expect(statuses.toSorted(ascending)).toEqual([200, 401, 401, 401, 401]);
    });

    test('accepts each recovery code once, typed in any way', async () => {
      const [first = '', second = '', third = ''] = factor.recoveryCodes;
      expect([await status(first), await status(first)]).toEqual([200, 401]);
      expect(await status(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe(200);
      expect(await status(third.replaceAll('-', ''))).toBe(200);
      expect(await status(second)).toBe(401);
    });

    test('of five simultaneous logins with one recovery code, one succeeds, and the other codes still work', async () => {
      const [first = '', ...others] = factor.recoveryCodes;
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => status(first)));
      expect(statuses.toSorted(ascending)).toEqual([200, 401, 401, 401, 401]);
      expect(await Promise.all(others.map((code) => status(code)))).toEqual(others.map(() => 200));
    });

    test('counts wrong codes as failed logins, and a correct password does not clear them', async () => {
      expect(await failures(9)).toEqual(Array(9).fill(401));
      expect(await status()).toBe(401);
      expect(await failures(2)).toEqual([401, 429]);
      expect([await status(codeIn(0)), await status()]).toEqual([429, 429]);
      app.clock.advance(15 * 60_000);
      expect(await status(codeIn(0))).toBe(200);
    });

    describe('on a known device', () => {
      test('accepts the code while someone who knows the password has locked the account', async () => {
        await failures(10);
        expect([await status(codeIn(0)), await status(codeIn(0), device)]).toEqual([429, 200]);
      });

      test('counts wrong codes for that device alone, and a correct password does not clear them', async () => {
        expect(await failures(10, '000000', device)).toEqual(Array(10).fill(401));
        expect([await status(undefined, device), await status(codeIn(0), device)]).toEqual([429, 429]);
        expect(await status(codeIn(0))).toBe(200);
      });

      test('checks at most ten simultaneous guesses at codes', async () => {
        const statuses = await Promise.all(Array.from({ length: 14 }, () => status('000000', device)));
        expect(statuses.toSorted(ascending)).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
      });

      test('only a complete login makes a device known', async () => {
        const other = `known_device=${'x'.repeat(43)}`;
        expect(await status(undefined, other)).toBe(401);
        await failures(10);
        expect(await status(codeIn(0), other)).toBe(429);
      });
    });

    test('the correct code clears the failures', async () => {
      await failures(9);
      expect(await status(codeIn(0))).toBe(200);
      expect(await failures(11)).toEqual([...Array<number>(10).fill(401), 429]);
    });

    test('checks at most ten simultaneous guesses at codes', async () => {
      const statuses = await Promise.all(Array.from({ length: 14 }, () => status('000000')));
      expect(statuses.toSorted(ascending)).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    });

    test('other accounts need only the password, with or without a code', async () => {
      await signIn(app, { username: 'bob' });
      for (const code of [undefined, '', '123456'])
        expect((await logIn(code, donorPassword, 'bob')).statusCode).toBe(200);
    });
  });
});
