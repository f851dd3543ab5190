import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
import {
  confirmAddressOf,
  deviceCookieOf,
  donorPassword,
  signIn,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { ensureAdmin } from '../ensure-admin.ts';
import { hashToken } from '#server/http/current-user.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const newPassword = 'battery staple';
const linkInvalid = {
  status: 400,
  body: refusal('link_invalid', 'This link has expired or has already been used. Please request a new one.'),
};
const done = { status: 200, body: {} };

forEachDatabase((engine) => {
  describe('a forgotten password', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { ADMIN_PASSWORD: 'chosen-1' } });
      ana = await signIn(app, { username: 'ana', email: 'Ana@example.org' });
    });
    afterEach(() => app.close());

    const requestLink = (email: string) => call(app, { method: 'POST', url: '/api/password-link', body: { email } });
    const reset = (token: string, password = newPassword) =>
      call(app, { method: 'POST', url: '/api/password-reset', body: { token, password } });
    const requestedToken = async (email = 'ana@example.org'): Promise<string> => {
      await requestLink(email);
      return mailedToken(app, 'reset_password');
    };
    const logIn = async (password: string, username = 'ana'): Promise<number> =>
      (await logInAt(app, { username, password })).status;

    describe('requesting a link', () => {
      test('gives the same response with or without an account, and sends an email only with one', async () => {
        const [known, unknown] = [await requestLink('ana@example.org'), await requestLink('nobody@example.org')];
        expect([statusAndBody(known), known.body]).toEqual([done, unknown.body]);
        expect(unknown.statusCode).toBe(200);
        expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted());
        expect(await queuedKinds(app)).toEqual(['reset_password']);
      });

      test.each(['ana@example.org', 'ANA@EXAMPLE.ORG', ' Ana@Example.Org '])(
        'finds the account by %j',
        async (email) => {
          await requestLink(email);
          expect(await mailedTokens(app, 'reset_password')).toHaveLength(1);
        },
      );

      test.each(['', 'ana', 'a@b', undefined, 7, ['ana@example.org']])('refuses the address %j', async (email) => {
        const response = await call(app, { method: 'POST', url: '/api/password-link', body: { email } });
        expect(statusAndBody(response)).toEqual({
          status: 400,
          body: refusal('invalid_request', 'Please enter a valid email address'),
        });
      });

      test('twenty requests send three emails in 15 minutes and ten a day, and always get the same response', async () => {
        const flood = () => Promise.all(Array.from({ length: 20 }, () => requestLink('ana@example.org')));
        expect((await flood()).map((response) => response.body)).toEqual(Array.from({ length: 20 }, () => '{}'));
        expect(await queuedKinds(app)).toHaveLength(3);
        for (let quarter = 0; quarter < 8; quarter += 1) {
          app.clock.advance(15 * minuteMs);
          await flood();
        }
        expect(await queuedKinds(app)).toHaveLength(10);
        app.clock.advance(dayMs);
        await requestLink('ana@example.org');
        expect(await queuedKinds(app)).toHaveLength(11);
      });

      test('an owner whose address is confirmed gets a link that works, however many links strangers have requested', async () => {
        await confirmAddressOf(app, ana);
        const flood = () => Promise.all(Array.from({ length: 5 }, () => requestLink('ana@example.org')));
        const counts: number[] = [];
        for (let half = 0; half < 10; half += 1) {
          await flood();
          counts.push((await mailedTokens(app, 'reset_password')).length);
          app.clock.advance(30 * minuteMs);
        }
        expect(counts).toEqual([3, 6, 9, 10, 10, 11, 11, 12, 12, 13]);
        await requestLink('ana@example.org');
        expect(statusAndBody(await reset(await mailedToken(app, 'reset_password')))).toEqual(done);
        expect(await logIn(newPassword)).toBe(200);
      });

      test('stores neither an unknown address nor the token', async () => {
        await requestLink('nobody@example.org');
        const token = await requestedToken();
        const { db } = app.deps;
        expect(JSON.stringify(await db.read.selectFrom('unasked_mails').selectAll().execute())).not.toContain('nobody');
        const links = await db.read
          .selectFrom('mail_links')
          .selectAll()
          .where('purpose', '=', 'reset_password')
          .execute();
        expect(links.map((link) => [link.token_hash, link.expires_at])).toEqual([
          [hashToken(token), '2026-03-04T13:00:00.000Z'],
        ]);
        expect(JSON.stringify(links)).not.toContain(token);
        expect(token).toMatch(/^[\w-]{43}$/);
        expect(JSON.stringify(app.logged)).not.toContain(token);
      });
    });

    describe('choosing a new password', () => {
      test('changes the password, ends every session and notifies the address', async () => {
        const phone = await logInAt(app, { username: 'ana', password: donorPassword });
        expect(statusAndBody(await reset(await requestedToken()))).toEqual(done);
        expect(await Promise.all([ana, phone].map(({ cookie }) => isSignedIn(app, cookie)))).toEqual([false, false]);
        expect([await logIn(donorPassword), await logIn(newPassword)]).toEqual([401, 200]);
        expect(await queuedKinds(app)).toEqual(['password_changed', 'reset_password']);
      });

      test('does not affect other accounts', async () => {
        const bob = await signIn(app, { username: 'bob' });
        await reset(await requestedToken());
        expect(await isSignedIn(app, bob.cookie)).toBe(true);
        expect(await logIn(donorPassword, 'bob')).toBe(200);
      });

      test("clears the browser's cookies if they belong to this account", async () => {
        const token = await requestedToken();
        const body = { token, password: newPassword };
        const response = await call(app, { method: 'POST', url: '/api/password-reset', cookie: ana.cookie, body });
        expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
          ['known_device', deviceCookieOf(ana).replace('known_device=', '')],
          ['session', ''],
          ['signed_in', ''],
        ]);
      });

      test('does not sign out someone else who opens the link', async () => {
        const bob = await signIn(app);
        const body = { token: await requestedToken(), password: newPassword };
        const response = await call(app, { method: 'POST', url: '/api/password-reset', cookie: bob.cookie, body });
        expect([response.statusCode, response.cookies.map(({ name }) => name)]).toEqual([200, ['known_device']]);
        expect(await isSignedIn(app, bob.cookie)).toBe(true);
      });

      test('unlocks an account that failed logins have locked', async () => {
        for (let time = 0; time < 10; time += 1) await logIn('wrong password');
        expect(await logIn(donorPassword)).toBe(429);
        await reset(await requestedToken());
        expect(await logIn(newPassword)).toBe(200);
      });

      test('confirms the address, because the link was mailed to it', async () => {
        await reset(await requestedToken());
        const { cookie } = await logInAt(app, { username: 'ana', password: newPassword });
        const account = await call(app, { method: 'GET', url: '/api/account', cookie });
        expect(account.json()).toMatchObject({ email: 'Ana@example.org', isEmailConfirmed: true });
      });

      test('drops a pending new address: a thief may have requested it', async () => {
        const body = { email: 'thief@example.org', password: donorPassword };
        await call(app, { method: 'POST', url: '/api/account/email', cookie: ana.cookie, body });
        const theirs = await mailedToken(app, 'change_email');
        await reset(await requestedToken());
        const confirmed = await call(app, { method: 'POST', url: '/api/confirm-email', body: { token: theirs } });
        expect(statusAndBody(confirmed)).toEqual(linkInvalid);
      });

      test('works for the administrator', async () => {
        await ensureAdmin(app.deps);
        expect(statusAndBody(await reset(await requestedToken('admin@kindbite.example')))).toEqual(done);
        expect([await logIn('chosen-1', 'admin'), await logIn(newPassword, 'admin')]).toEqual([401, 200]);
      });

      test.each(['', 'short', 'x'.repeat(201)])(
        'refuses the password %j, and the link still works',
        async (password) => {
          const token = await requestedToken();
          expect((await reset(token, password)).json()).toMatchObject({ code: 'invalid_request' });
          expect((await reset(token)).statusCode).toBe(200);
        },
      );
    });

    describe('a link', () => {
      test('requested just before the address changed does not work', async () => {
        const token = await requestedToken();
        const moved = { email: 'ana@example.net', email_key: 'ana@example.net' };
        await app.deps.db.write.updateTable('users').set(moved).where('id', '=', ana.user.id).execute();
        expect(statusAndBody(await reset(token))).toEqual(linkInvalid);
        expect([await logIn(donorPassword), await logIn(newPassword)]).toEqual([200, 401]);
      });

      test('refused for its address does not affect links to the new address', async () => {
        const former = await requestedToken();
        const moved = { email: 'ana@example.net', email_key: 'ana@example.net' };
        await app.deps.db.write.updateTable('users').set(moved).where('id', '=', ana.user.id).execute();
        app.clock.advance(minuteMs);
        const token = await requestedToken('ana@example.net');
        expect(token).not.toBe(former);
        expect(statusAndBody(await reset(former))).toEqual(linkInvalid);
        expect(statusAndBody(await reset(token))).toEqual(done);
      });

      test('works once', async () => {
        const token = await requestedToken();
        expect([statusAndBody(await reset(token)), statusAndBody(await reset(token, 'another one'))]).toEqual([
          done,
          linkInvalid,
        ]);
        expect(await logIn(newPassword)).toBe(200);
      });

      test('used several times at the same time works once', async () => {
        const token = await requestedToken();
        const passwords = ['password-1', 'password-2', 'password-3', 'password-4'];
        const responses = await Promise.all(passwords.map((password) => reset(token, password)));
        expect(sortedStatuses(responses)).toEqual([200, 400, 400, 400]);
        const winner = passwords[responses.findIndex(({ statusCode }) => statusCode === 200)]!;
        expect(await logIn(winner)).toBe(200);
        expect((await queuedKinds(app)).filter((kind) => kind === 'password_changed')).toHaveLength(1);
      });

      test('works for an hour', async () => {
        const first = await requestedToken();
        app.clock.advance(hourMs - 1);
        expect(statusAndBody(await reset(first))).toEqual(done);
        const second = await requestedToken();
        app.clock.advance(hourMs);
        expect(statusAndBody(await reset(second))).toEqual(linkInvalid);
      });

      test('stops working when another link of the account is used', async () => {
        await requestLink('ana@example.org');
        app.clock.advance(1);
        await requestLink('ana@example.org');
        const [first, second] = await mailedTokens(app, 'reset_password');
        expect(statusAndBody(await reset(second!))).toEqual(done);
        expect(statusAndBody(await reset(first!))).toEqual(linkInvalid);
      });

      test('of another account keeps working', async () => {
        await signIn(app, { email: 'bob@example.org' });
        const bobs = await requestedToken('bob@example.org');
        app.clock.advance(1);
        await reset(await requestedToken());
        expect(statusAndBody(await reset(bobs))).toEqual(done);
      });

      test('that is invalid is refused with the same bytes, whatever the reason', async () => {
        const [used, expired] = [await requestedToken(), await requestedToken()];
        await call(app, { method: 'POST', url: '/api/account/confirmation', cookie: ana.cookie });
        const otherPurpose = await mailedToken(app, 'confirm_email');
        const altered = `${used.slice(0, -1)}${used.endsWith('A') ? 'B' : 'A'}`;
        const tried = [altered, `${used} `, used.slice(1), '', 'x', hashToken(used), otherPurpose, 'A'.repeat(43)];
        const responses = await Promise.all(tried.map((token) => reset(token)));
        expect((await reset(used)).statusCode).toBe(200);
        app.clock.advance(hourMs);
        responses.push(await reset(used), await reset(expired), await reset('x'.repeat(5000)));
        expect(responses.map((response) => response.statusCode)).toEqual(responses.map(() => 400));
        const bodies = new Set(responses.map((response) => response.body));
        expect([...bodies]).toEqual([JSON.stringify(linkInvalid.body)]);
        expect(await logIn(newPassword)).toBe(200);
      });
    });
  });
});
