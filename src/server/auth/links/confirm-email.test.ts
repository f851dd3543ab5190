import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccountResponse } from '#contract/account/account-settings.ts';
import {
  call,
  isSignedIn,
  logInAt,
  mailedToken,
  mailedTokens,
  queuedKinds,
  sortedStatuses,
  statusAndBody,
} from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { cookieOf, donorPassword, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const dayMs = 24 * 60 * 60 * 1000;
const linkInvalid = {
  status: 400,
  body: refusal('link_invalid', 'This link has expired or has already been used. Please request a new one.'),
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
  const accountOf = async (cookie: string): Promise<AccountResponse> =>
    (await call(app, { method: 'GET', url: '/api/account', cookie })).json();
  const resend = (cookie?: string) => call(app, { method: 'POST', url: '/api/account/confirmation', cookie });
  const requestChange = (cookie: string, email: string) =>
    call(app, { method: 'POST', url: '/api/account/email', cookie, body: { email, password: donorPassword } });
  const signUp = async (email = 'ana@example.org') => {
    const response = await register(app, registration({ username: 'ana', email }));
    return { cookie: cookieOf(response), token: await mailedToken(app, 'confirm_email') };
  };

  describe("confirming a new account's address", () => {
    test('registration sends one email, and the account can be used in the meantime', async () => {
      const { cookie } = await signUp();
      expect(await queuedKinds(app)).toEqual(['confirm_email']);
      expect(await accountOf(cookie)).toMatchObject({ email: 'ana@example.org', isEmailConfirmed: false });
      expect((await logInAt(app, { username: 'ana@example.org', password: donorPassword })).status).toBe(200);
    });

    test('the link works once, in any browser', async () => {
      const { cookie, token } = await signUp('Ana@example.org');
      expect(statusAndBody(await confirm(token))).toEqual({ status: 200, body: { email: 'Ana@example.org' } });
      expect((await accountOf(cookie)).isEmailConfirmed).toBe(true);
      expect(statusAndBody(await confirm(token))).toEqual(linkInvalid);
    });

    test('of two simultaneous uses of the link, one succeeds', async () => {
      const { token } = await signUp();
      const responses = await Promise.all([1, 2, 3, 4].map(() => confirm(token)));
      expect(sortedStatuses(responses)).toEqual([200, 400, 400, 400]);
    });

    test('the link works for three days', async () => {
      const { cookie, token } = await signUp();
      await resend(cookie);
      app.clock.advance(3 * dayMs - 1);
      expect((await confirm(token)).statusCode).toBe(200);
      const other = await register(app, registration());
      expect(other.statusCode).toBe(200);
      app.clock.advance(3 * dayMs);
      expect(statusAndBody(await confirm(await mailedToken(app, 'confirm_email')))).toEqual(linkInvalid);
    });

    test('every invalid link gets the same response', async () => {
      const { token } = await signUp();
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const tried = ['', 'x', `${token}A`, token.toLowerCase(), await mailedToken(app, 'reset_password')];
      const responses = await Promise.all(tried.map((text) => confirm(text)));
      expect(responses.map((response) => response.body)).toEqual(tried.map(() => JSON.stringify(linkInvalid.body)));
      expect((await confirm(token)).statusCode).toBe(200);
    });

    test.each(['username', 'email'] as const)('no email is sent when the %s is taken', async (field) => {
      const taken = registration({ username: 'ana', email: 'ana@example.org' });
      await register(app, taken);
      expect((await register(app, registration({ [field]: taken[field] }))).statusCode).toBe(400);
      expect(await queuedKinds(app)).toHaveLength(1);
    });
  });

  describe('requesting the confirmation again', () => {
    test('refuses a visitor', async () => {
      expect(statusAndBody(await resend())).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });

    test('sends another link; each works until one is used', async () => {
      const { cookie } = await signUp();
      app.clock.advance(1);
      expect(statusAndBody(await resend(cookie))).toEqual(done);
      const [first, second] = await mailedTokens(app, 'confirm_email');
      expect((await confirm(first!)).statusCode).toBe(200);
      expect(statusAndBody(await confirm(second!))).toEqual(linkInvalid);
    });

    test('twenty requests send three emails', async () => {
      const { cookie } = await signUp();
      const responses = await Promise.all(Array.from({ length: 20 }, () => resend(cookie)));
      expect(responses.map(statusAndBody)).toEqual(responses.map(() => done));
      expect(await queuedKinds(app)).toHaveLength(3);
    });

    test('does nothing after the address is confirmed', async () => {
      const { cookie, token } = await signUp();
      await confirm(token);
      expect(statusAndBody(await resend(cookie))).toEqual(done);
      expect(await queuedKinds(app)).toHaveLength(1);
    });
  });

  describe('confirming a new address that replaces the old one', () => {
    test('replaces the address, keeps the sessions, and notifies the old address', async () => {
      const ana = await signIn(app, { email: 'ana@example.org' });
      await requestChange(ana.cookie, 'Ana@example.net');
      const token = await mailedToken(app, 'change_email');
      expect(statusAndBody(await confirm(token))).toEqual({ status: 200, body: { email: 'Ana@example.net' } });
      expect(await accountOf(ana.cookie)).toMatchObject({
        email: 'Ana@example.net',
        isEmailConfirmed: true,
        pendingEmail: null,
      });
      expect(await queuedKinds(app)).toEqual(['change_email', 'email_changed']);
      const login = (username: string) => logInAt(app, { username, password: donorPassword });
      expect([(await login('ANA@example.net')).status, (await login('ana@example.org')).status]).toEqual([200, 401]);
      expect(statusAndBody(await confirm(token))).toEqual(linkInvalid);
    });

    test('is refused when someone has registered the address since, and changes nothing', async () => {
      const ana = await signIn(app, { email: 'ana@example.org' });
      await requestChange(ana.cookie, 'ana@example.net');
      await signIn(app, { email: 'ANA@example.net' });
      const token = await mailedToken(app, 'change_email');
      expect([statusAndBody(await confirm(token)), statusAndBody(await confirm(token))]).toEqual([
        emailTaken,
        emailTaken,
      ]);
      expect(await accountOf(ana.cookie)).toMatchObject({ email: 'ana@example.org' });
      expect(await queuedKinds(app)).toEqual(['change_email']);
    });

    test('of two accounts that want one address, the first to confirm gets it', async () => {
      const donors = [await signIn(app), await signIn(app)];
      for (const { cookie } of donors) await requestChange(cookie, 'one@example.org');
      const tokens = await mailedTokens(app, 'change_email');
      const responses = await Promise.all(tokens.map((token) => confirm(token)));
      expect(sortedStatuses(responses)).toEqual([200, 400]);
      const accounts = await Promise.all(donors.map(({ cookie }) => accountOf(cookie)));
      expect(accounts.filter(({ email }) => email === 'one@example.org')).toHaveLength(1);
    });

    test('links mailed to the old address stop working', async () => {
      const { cookie, token: confirmOld } = await signUp();
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      await requestChange(cookie, 'ana@example.net');
      await confirm(await mailedToken(app, 'change_email'));
      const body = { token: await mailedToken(app, 'reset_password'), password: 'battery staple' };
      expect(statusAndBody(await call(app, { method: 'POST', url: '/api/password-reset', body }))).toEqual(linkInvalid);
      expect(statusAndBody(await confirm(confirmOld))).toEqual(linkInvalid);
      expect(await isSignedIn(app, cookie)).toBe(true);
    });

    test("is refused for an address that has become the administrator's since", async () => {
      const ana = await signIn(app);
      await requestChange(ana.cookie, 'desk@example.org');
      const later = await startApp(engine, {
        cards: stubCards(),
        databaseUrl: app.deps.config.databaseUrl!,
        environment: { DATA_DIR: app.deps.config.dataDir, ADMIN_EMAIL: 'Desk@example.org' },
      });
      const body = { token: await mailedToken(app, 'change_email') };
      expect(statusAndBody(await call(later, { method: 'POST', url: '/api/confirm-email', body }))).toEqual(emailTaken);
      await later.close();
    });
  });
});
