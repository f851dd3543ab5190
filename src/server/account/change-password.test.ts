import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  isSignedIn,
  logInAt,
  mailedToken,
  queuedKinds,
  sortedStatuses,
  statusAndBody,
} from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const newPassword = 'battery staple';
const passwordWrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };

forEachDatabase((engine) => {
  describe('POST /api/account/password', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const change = (password: unknown = donorPassword, changed: unknown = newPassword) =>
      call(app, {
        method: 'POST',
        url: '/api/account/password',
        cookie: ana.cookie,
        body: { password, newPassword: changed },
      });
    const logIn = async (password: string): Promise<number> =>
      (await logInAt(app, { username: 'ana', password })).status;

    test("changes the password, signs out the account's other devices, and sends an email", async () => {
      const phone = await logInAt(app, { username: 'ana', password: donorPassword });
      const bob = await signIn(app);
      expect(statusAndBody(await change())).toEqual({ status: 200, body: {} });
      const cookies = [ana.cookie, phone.cookie, bob.cookie];
      expect(await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)))).toEqual([true, false, true]);
      expect([await logIn(donorPassword), await logIn(newPassword)]).toEqual([401, 200]);
      expect(await queuedKinds(app)).toEqual(['password_changed']);
    });

    test('a repeated request with the old password is refused', async () => {
      await change();
      expect(statusAndBody(await change())).toEqual(passwordWrong);
      expect(await queuedKinds(app)).toEqual(['password_changed']);
    });

    test('repeated changes send three emails in 15 minutes, because the address may be a stranger’s', async () => {
      for (const [from, to] of [1, 2, 3].flatMap(() => [
        [donorPassword, newPassword],
        [newPassword, donorPassword],
      ])) {
        expect((await change(from, to)).statusCode).toBe(200);
      }
      expect(await queuedKinds(app)).toEqual(['password_changed', 'password_changed', 'password_changed']);
    });

    test('of simultaneous changes, one succeeds', async () => {
      const passwords = ['password-1', 'password-2', 'password-3'];
      const responses = await Promise.all(passwords.map((password) => change(donorPassword, password)));
      expect(sortedStatuses(responses)).toEqual([200, 400, 400]);
      expect(await logIn(passwords[responses.findIndex(({ statusCode }) => statusCode === 200)]!)).toBe(200);
    });

    test('pending links stop working', async () => {
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const theirs = { email: 'thief@example.org', password: donorPassword };
      await call(app, { method: 'POST', url: '/api/account/email', cookie: ana.cookie, body: theirs });
      await change();
      const tries = [
        {
          url: '/api/password-reset',
          body: { token: await mailedToken(app, 'reset_password'), password: 'third one' },
        },
        { url: '/api/confirm-email', body: { token: await mailedToken(app, 'change_email') } },
      ];
      for (const tried of tries) {
        expect((await call(app, { method: 'POST', ...tried })).json()).toMatchObject({ code: 'link_invalid' });
      }
    });

    test.each([
      [donorPassword, 'short', 'Password must be at least 6 characters'],
      [donorPassword, 'x'.repeat(201), 'Password can have at most 200 characters'],
      [donorPassword, null, 'Password must be at least 6 characters'],
      ['', newPassword, 'This is not your current password'],
    ])('refuses to replace %j with %j', async (password, changed, sentence) => {
      expect(statusAndBody(await change(password, changed))).toEqual({
        status: 400,
        body: refusal('invalid_request', sentence),
      });
      expect(await logIn(donorPassword)).toBe(200);
    });
  });
});
