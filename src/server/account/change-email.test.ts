import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureAdmin } from '#server/auth/index.ts';
import { call, logInAt, mailedTokens, mailKinds, told } from '#test/support/account-calls.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

const quarterMs = 15 * 60_000;
const emailTaken = { status: 400, body: refusal('email_taken', 'This email address is already registered') };
const passwordWrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };
const tooManyMails = {
  status: 429,
  body: refusal('too_many_requests', 'We have sent several links already. Please try again later.'),
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

    const ask = (email: unknown, { password = donorPassword, cookie = ana.cookie } = {}) =>
      call(app, { method: 'POST', url: '/api/account/email', cookie, body: { email, password } });
    const confirm = (token: string) => call(app, { method: 'POST', url: '/api/confirm-email', body: { token } });

    test('mails a link to the new address, which waits, and leaves the old one in its place', async () => {
      const answer = await ask(' Ana@example.net ');
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ email: 'ana@example.org', pendingEmail: 'Ana@example.net' });
      expect(await mailKinds(app)).toEqual(['change_email']);
      expect((await logInAt(app, { username: 'ana@example.org', password: donorPassword })).status).toBe(200);
    });

    test('asked for again, the newer wish replaces the older and its link', async () => {
      await ask('mistyped@example.net');
      app.clock.advance(1);
      expect((await ask('ana@example.net')).json()).toMatchObject({ pendingEmail: 'ana@example.net' });
      const [older, newer] = await mailedTokens(app, 'change_email');
      expect([(await confirm(older!)).statusCode, (await confirm(newer!)).statusCode]).toEqual([400, 200]);
    });

    test.each(['taken@example.org', 'TAKEN@Example.org', 'desk@kindbite.example', 'DESK@kindbite.EXAMPLE'])(
      'refuses %s: somebody has it',
      async (email) => {
        await signIn(app, { email: 'Taken@example.org' });
        expect(told(await ask(email))).toEqual(emailTaken);
        expect(await mailKinds(app)).toEqual([]);
      },
    );

    test('lets the own address be written in other letters', async () => {
      expect((await ask('Ana@Example.org')).statusCode).toBe(200);
      const [token] = await mailedTokens(app, 'change_email');
      expect(told(await confirm(token!))).toEqual({ status: 200, body: { email: 'Ana@Example.org' } });
    });

    test('does not tell what is taken to whoever lacks the password', async () => {
      expect(told(await ask('desk@kindbite.example', { password: 'wrong password' }))).toEqual(passwordWrong);
    });

    test.each(['', 'ana', 'a@b', undefined])('refuses the address %j', async (email) => {
      expect((await ask(email)).json()).toMatchObject({ code: 'invalid_request' });
    });

    test('counts wrong passwords as failed logins: after ten not even the right one is heard', async () => {
      for (let time = 0; time < 10; time += 1) {
        expect(told(await ask('ana@example.net', { password: 'wrong password' }))).toEqual(passwordWrong);
      }
      expect(told(await ask('ana@example.net'))).toEqual({
        status: 429,
        body: refusal('too_many_requests', 'Too many wrong passwords or codes. Please wait 15 minutes and try again.'),
      });
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(429);
      app.clock.advance(quarterMs);
      expect((await ask('ana@example.net')).statusCode).toBe(200);
    });

    test('answers no more than ten guesses that arrive together', async () => {
      const guesses = Array.from({ length: 14 }, () => ask('ana@example.net', { password: 'wrong password' }));
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    });

    test('forgets wrong passwords after the right one', async () => {
      for (let time = 0; time < 9; time += 1) await ask('ana@example.net', { password: 'wrong password' });
      await ask('ana@example.net');
      expect(told(await ask('ana@example.net', { password: 'wrong password' }))).toEqual(passwordWrong);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
    });

    test('mails three links in a quarter of an hour, to whatever addresses', async () => {
      const statuses = [];
      for (let number = 0; number < 4; number += 1) statuses.push(told(await ask(`ana${number}@example.net`)));
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(statuses.at(-1)).toEqual(tooManyMails);
      expect(await mailKinds(app)).toHaveLength(3);
      app.clock.advance(quarterMs);
      expect((await ask('ana4@example.net')).statusCode).toBe(200);
    });

    test('mails three links in a quarter of an hour to one address, from whatever accounts', async () => {
      const statuses = [];
      for (let number = 0; number < 4; number += 1) {
        const { cookie } = await signIn(app);
        statuses.push((await ask('victim@example.net', { cookie })).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    });

    test('refused for the sake of one address uses up nothing of the account’s own links', async () => {
      const others = [await signIn(app), await signIn(app), await signIn(app)];
      for (const { cookie } of others) await ask('wanted@example.net', { cookie });
      for (let time = 0; time < 4; time += 1) expect(told(await ask('wanted@example.net'))).toEqual(tooManyMails);
      expect((await ask('ana@example.net')).statusCode).toBe(200);
    });

    test("is refused to the administrator, whose address is the configuration's", async () => {
      await ensureAdmin(app.deps);
      const { cookie } = await logInAt(app, { username: 'admin', password: 'chosen-1' });
      expect(told(await ask('other@example.org', { cookie, password: 'chosen-1' }))).toEqual({
        status: 403,
        body: refusal('forbidden', "The administrator's email address is set where the product is configured."),
      });
      expect(await mailKinds(app)).toEqual([]);
    });
  });
});
