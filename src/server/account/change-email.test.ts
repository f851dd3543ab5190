import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureAdmin } from '#server/auth/index.ts';
import { call, logInAt, mailedTokens, queuedKinds, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const quarterMs = 15 * 60_000;
const emailTaken = { status: 400, body: refusal('email_taken', 'This email address is already registered') };
const passwordWrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };
const tooManyMails = {
  status: 429,
  body: refusal('too_many_requests', "We've already sent several links. Please try again later."),
};

forEachDatabase((engine) => {
  describe('POST /api/account/email', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      const environment = { ADMIN_EMAIL: 'desk@kindbite.example', ADMIN_PASSWORD: 'chosen-1' };
      app = await startApp(engine, { cards: stubCards(), environment });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const requestChange = (email: unknown, { password = donorPassword, cookie = ana.cookie } = {}) =>
      call(app, { method: 'POST', url: '/api/account/email', cookie, body: { email, password } });
    const confirm = (token: string) => call(app, { method: 'POST', url: '/api/confirm-email', body: { token } });

    test('mails a link to the new address, and keeps the old one for now', async () => {
      const response = await requestChange(' Ana@example.net ');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ email: 'ana@example.org', pendingEmail: 'Ana@example.net' });
      expect(await queuedKinds(app)).toEqual(['change_email']);
      expect((await logInAt(app, { username: 'ana@example.org', password: donorPassword })).status).toBe(200);
    });

    test('a newer request replaces the older one and its link', async () => {
      await requestChange('mistyped@example.net');
      app.clock.advance(1);
      expect((await requestChange('ana@example.net')).json()).toMatchObject({ pendingEmail: 'ana@example.net' });
      const [older, newer] = await mailedTokens(app, 'change_email');
      expect([(await confirm(older!)).statusCode, (await confirm(newer!)).statusCode]).toEqual([400, 200]);
    });

    test.each(['taken@example.org', 'TAKEN@Example.org', 'desk@kindbite.example', 'DESK@kindbite.EXAMPLE'])(
      'refuses the taken address %s',
      async (email) => {
        await signIn(app, { email: 'Taken@example.org' });
        expect(statusAndBody(await requestChange(email))).toEqual(emailTaken);
        expect(await queuedKinds(app)).toEqual([]);
      },
    );

    test("allows another spelling of the account's own address", async () => {
      expect((await requestChange('Ana@Example.org')).statusCode).toBe(200);
      const [token] = await mailedTokens(app, 'change_email');
      expect(statusAndBody(await confirm(token!))).toEqual({ status: 200, body: { email: 'Ana@Example.org' } });
    });

    test('does not reveal taken addresses without the password', async () => {
      expect(statusAndBody(await requestChange('desk@kindbite.example', { password: 'wrong password' }))).toEqual(
        passwordWrong,
      );
    });

    test.each(['', 'ana', 'a@b', undefined])('refuses the address %j', async (email) => {
      expect((await requestChange(email)).json()).toMatchObject({ code: 'invalid_request' });
    });

    test('after ten wrong passwords, even the correct one is refused, but login still accepts it', async () => {
      for (let time = 0; time < 10; time += 1) {
        expect(statusAndBody(await requestChange('ana@example.net', { password: 'wrong password' }))).toEqual(
          passwordWrong,
        );
      }
      expect(statusAndBody(await requestChange('ana@example.net'))).toEqual({
        status: 429,
        body: refusal('too_many_requests', 'Too many wrong passwords or codes. Please wait 15 minutes and try again.'),
      });
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
      app.clock.advance(quarterMs);
      expect((await requestChange('ana@example.net')).statusCode).toBe(200);
    });

    test('checks at most ten simultaneous guesses', async () => {
      const guesses = Array.from({ length: 14 }, () =>
        requestChange('ana@example.net', { password: 'wrong password' }),
      );
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    });

    test('the correct password clears the failures', async () => {
      for (let time = 0; time < 9; time += 1) await requestChange('ana@example.net', { password: 'wrong password' });
      await requestChange('ana@example.net');
      expect(statusAndBody(await requestChange('ana@example.net', { password: 'wrong password' }))).toEqual(
        passwordWrong,
      );
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
    });

    test('mails at most three links in 15 minutes, to any number of addresses', async () => {
      const statuses = [];
      for (let number = 0; number < 4; number += 1)
        statuses.push(statusAndBody(await requestChange(`ana${number}@example.net`)));
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(statuses.at(-1)).toEqual(tooManyMails);
      expect(await queuedKinds(app)).toHaveLength(3);
      app.clock.advance(quarterMs);
      expect((await requestChange('ana4@example.net')).statusCode).toBe(200);
    });

    test('mails at most three links in 15 minutes to one address, from any number of accounts', async () => {
      const statuses = [];
      for (let number = 0; number < 4; number += 1) {
        const { cookie } = await signIn(app);
        statuses.push((await requestChange('victim@example.net', { cookie })).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    });

    test('a request refused for its address does not count against the account’s own allowance', async () => {
      const others = [await signIn(app), await signIn(app), await signIn(app)];
      for (const { cookie } of others) await requestChange('wanted@example.net', { cookie });
      for (let time = 0; time < 4; time += 1)
        expect(statusAndBody(await requestChange('wanted@example.net'))).toEqual(tooManyMails);
      expect((await requestChange('ana@example.net')).statusCode).toBe(200);
    });

    test('refuses the administrator, whose address is configured', async () => {
      await ensureAdmin(app.deps);
      const { cookie } = await logInAt(app, { username: 'admin', password: 'chosen-1' });
      expect(statusAndBody(await requestChange('other@example.org', { cookie, password: 'chosen-1' }))).toEqual({
        status: 403,
        body: refusal('forbidden', "The administrator's email address is set in the product's configuration."),
      });
      expect(await queuedKinds(app)).toEqual([]);
    });
  });
});
