import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccountAnswer } from '#contract/account-care.ts';
import {
  call,
  isSignedIn,
  logInAt,
  mailedToken,
  mailedTokens,
  mailKinds,
  sortedStatuses,
  told,
} from '#test/support/account-calls.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { cookieOf, donorPassword, register, registration, signIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

const dayMs = 24 * 60 * 60 * 1000;
const linkInvalid = {
  status: 400,
  body: refusal('link_invalid', 'This link has expired or was used already. Please ask for a new one.'),
};
const emailTaken = { status: 400, body: refusal('email_taken', 'This email address is already registered') };
const done = { status: 200, body: {} };

forEachDatabase((engine) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
  });
  afterEach(() => app.close());

  const confirm = (token: string) => call(app, { method: 'POST', url: '/api/confirm-email', body: { token } });
  const accountOf = async (cookie: string): Promise<AccountAnswer> =>
    (await call(app, { method: 'GET', url: '/api/account', cookie })).json();
  const resend = (cookie?: string) => call(app, { method: 'POST', url: '/api/account/confirmation', cookie });
  const ask = (cookie: string, email: string) =>
    call(app, { method: 'POST', url: '/api/account/email', cookie, body: { email, password: donorPassword } });
  const signUp = async (email = 'ana@example.org') => {
    const answer = await register(app, registration({ username: 'ana', email }));
    return { cookie: cookieOf(answer), token: await mailedToken(app, 'confirm_email') };
  };

  describe("confirming a new account's address", () => {
    test('is asked for by one mail at registration, and nothing is withheld meanwhile', async () => {
      const { cookie } = await signUp();
      expect(await mailKinds(app)).toEqual(['confirm_email']);
      expect(await accountOf(cookie)).toMatchObject({ email: 'ana@example.org', isEmailConfirmed: false });
      expect((await logInAt(app, { username: 'ana@example.org', password: donorPassword })).status).toBe(200);
    });

    test('is done by the link, once, in any browser', async () => {
      const { cookie, token } = await signUp('Ana@example.org');
      expect(told(await confirm(token))).toEqual({ status: 200, body: { email: 'Ana@example.org' } });
      expect((await accountOf(cookie)).isEmailConfirmed).toBe(true);
      expect(told(await confirm(token))).toEqual(linkInvalid);
    });

    test('of two who use the link at once one has it', async () => {
      const { token } = await signUp();
      const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(token)));
      expect(sortedStatuses(answers)).toEqual([200, 400, 400, 400]);
    });

    test('works until three days have passed, and not any more then', async () => {
      const { cookie, token } = await signUp();
      await resend(cookie);
      app.clock.advance(3 * dayMs - 1);
      expect((await confirm(token)).statusCode).toBe(200);
      const other = await register(app, registration());
      expect(other.statusCode).toBe(200);
      app.clock.advance(3 * dayMs);
      expect(told(await confirm(await mailedToken(app, 'confirm_email')))).toEqual(linkInvalid);
    });

    test('is refused in the same words for whatever is no link', async () => {
      const { token } = await signUp();
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const tried = ['', 'x', `${token}A`, token.toLowerCase(), await mailedToken(app, 'reset_password')];
      const answers = await Promise.all(tried.map((text) => confirm(text)));
      expect(answers.map((answer) => answer.body)).toEqual(tried.map(() => JSON.stringify(linkInvalid.body)));
      expect((await confirm(token)).statusCode).toBe(200);
    });

    test.each(['username', 'email'] as const)('sends no mail when the %s is taken', async (field) => {
      const taken = registration({ username: 'ana', email: 'ana@example.org' });
      await register(app, taken);
      expect((await register(app, registration({ [field]: taken[field] }))).statusCode).toBe(400);
      expect(await mailKinds(app)).toHaveLength(1);
    });
  });

  describe('asking for the confirmation once more', () => {
    test('is refused to a stranger', async () => {
      expect(told(await resend())).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });

    test('mails another link; each works until one was used', async () => {
      const { cookie } = await signUp();
      app.clock.advance(1);
      expect(told(await resend(cookie))).toEqual(done);
      const [first, second] = await mailedTokens(app, 'confirm_email');
      expect((await confirm(first!)).statusCode).toBe(200);
      expect(told(await confirm(second!))).toEqual(linkInvalid);
    });

    test('twenty times sends three mails in all', async () => {
      const { cookie } = await signUp();
      const answers = await Promise.all(Array.from({ length: 20 }, () => resend(cookie)));
      expect(answers.map(told)).toEqual(answers.map(() => done));
      expect(await mailKinds(app)).toHaveLength(3);
    });

    test('does nothing when it is confirmed', async () => {
      const { cookie, token } = await signUp();
      await confirm(token);
      expect(told(await resend(cookie))).toEqual(done);
      expect(await mailKinds(app)).toHaveLength(1);
    });
  });

  describe('confirming an address that is to take the place of the old one', () => {
    test('puts it there, leaves the sessions, and tells the old address', async () => {
      const ana = await signIn(app, { email: 'ana@example.org' });
      await ask(ana.cookie, 'Ana@example.net');
      const token = await mailedToken(app, 'change_email');
      expect(told(await confirm(token))).toEqual({ status: 200, body: { email: 'Ana@example.net' } });
      expect(await accountOf(ana.cookie)).toMatchObject({
        email: 'Ana@example.net',
        isEmailConfirmed: true,
        pendingEmail: null,
      });
      expect(await mailKinds(app)).toEqual(['change_email', 'email_changed']);
      const login = (username: string) => logInAt(app, { username, password: donorPassword });
      expect([(await login('ANA@example.net')).status, (await login('ana@example.org')).status]).toEqual([200, 401]);
      expect(told(await confirm(token))).toEqual(linkInvalid);
    });

    test('is refused when somebody registered the address meanwhile, and everything stays as it was', async () => {
      const ana = await signIn(app, { email: 'ana@example.org' });
      await ask(ana.cookie, 'ana@example.net');
      await signIn(app, { email: 'ANA@example.net' });
      const token = await mailedToken(app, 'change_email');
      expect([told(await confirm(token)), told(await confirm(token))]).toEqual([emailTaken, emailTaken]);
      expect(await accountOf(ana.cookie)).toMatchObject({ email: 'ana@example.org' });
      expect(await mailKinds(app)).toEqual(['change_email']);
    });

    test('of two accounts that want one address the first to confirm has it', async () => {
      const donors = [await signIn(app), await signIn(app)];
      for (const { cookie } of donors) await ask(cookie, 'one@example.org');
      const tokens = await mailedTokens(app, 'change_email');
      const answers = await Promise.all(tokens.map((token) => confirm(token)));
      expect(sortedStatuses(answers)).toEqual([200, 400]);
      const accounts = await Promise.all(donors.map(({ cookie }) => accountOf(cookie)));
      expect(accounts.filter(({ email }) => email === 'one@example.org')).toHaveLength(1);
    });

    test('ends the links that were mailed to the old address', async () => {
      const { cookie, token: confirmOld } = await signUp();
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      await ask(cookie, 'ana@example.net');
      await confirm(await mailedToken(app, 'change_email'));
      const body = { token: await mailedToken(app, 'reset_password'), password: 'battery staple' };
      expect(told(await call(app, { method: 'POST', url: '/api/password-reset', body }))).toEqual(linkInvalid);
      expect(told(await confirm(confirmOld))).toEqual(linkInvalid);
      expect(await isSignedIn(app, cookie)).toBe(true);
    });

    test("is refused for what has become the administrator's address meanwhile", async () => {
      const ana = await signIn(app);
      await ask(ana.cookie, 'desk@example.org');
      const later = await startApp(engine, {
        cards: stubCards(),
        databaseUrl: app.deps.config.databaseUrl!,
        environment: { DATA_DIR: app.deps.config.dataDir, ADMIN_EMAIL: 'Desk@example.org' },
      });
      const body = { token: await mailedToken(app, 'change_email') };
      expect(told(await call(later, { method: 'POST', url: '/api/confirm-email', body }))).toEqual(emailTaken);
      await later.close();
    });
  });
});
