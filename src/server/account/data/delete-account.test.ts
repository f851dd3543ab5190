import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { call, isSignedIn, logInAt, statusAndBody, tryLogin } from '#test/support/accounts/account-calls.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  paidMessage,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import {
  deviceCookieOf,
  donorPassword,
  register,
  registration,
  signIn,
  signInAdmin,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const wrong = { status: 400, body: refusal('password_wrong', 'This is not your current password') };
const locked = 'Too many wrong passwords or codes. Please wait 15 minutes and try again.';
const done = { status: 200, body: {} };

forEachDatabase((engine) => {
  describe('POST /api/account/deletion', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const remove = (password: unknown = donorPassword, cookie?: string): Promise<LightMyRequestResponse> =>
      call(app, { method: 'POST', url: '/api/account/deletion', cookie: cookie ?? ana.cookie, body: { password } });
    const intents = () => app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
    const donations = () => app.deps.db.read.selectFrom('donations').selectAll().execute();
    const open = async () => {
      const known = new Set((await intents()).map(({ id }) => id));
      await postCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
      return (await intents()).find(({ id }) => !known.has(id))!;
    };
    const donate = async (): Promise<string> => {
      const intent = await open();
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    };
    const tablesContaining = async (text: string): Promise<string[]> => {
      const { read } = app.deps.db;
      const tables = [
        'users',
        'sessions',
        'known_devices',
        'mail_links',
        'second_factors',
        'login_failures',
        'unasked_mails',
        'outbox',
        'donations',
        'donation_intents',
        'payer_emails',
      ] as const;
      const found = await Promise.all(
        tables.map(async (table) => {
          const rows = JSON.stringify(await read.selectFrom(table).selectAll().execute());
          return rows.includes(text) ? [table] : [];
        }),
      );
      return found.flat();
    };

    const failures = () => app.deps.db.read.selectFrom('login_failures').selectAll().execute();

    test('refuses a visitor', async () => {
      const response = await call(app, {
        method: 'POST',
        url: '/api/account/deletion',
        body: { password: donorPassword },
      });
      expect(statusAndBody(response)).toEqual({ status: 401, body: refusal('sign_in_required', 'Please sign in.') });
    });

    test('leaves nothing that identifies the person in any table', async () => {
      await donate();
      await open();
      await call(app, {
        method: 'POST',
        url: '/api/account/email',
        cookie: ana.cookie,
        body: { email: 'new@example.org', password: donorPassword },
      });
      const wrong = { username: 'ana', password: 'wrong password' };
      await tryLogin(app, wrong);
      await tryLogin(app, wrong, deviceCookieOf(ana));
      await remove('wrong password');
      expect(await failures()).toHaveLength(4); // account and address, device, session
      expect(statusAndBody(await remove())).toEqual(done);
      expect(await tablesContaining(ana.user.id)).toEqual([]);
      expect(await tablesContaining('example.org')).toEqual([]);
      expect((await failures()).map(({ subject }) => subject)).toEqual(['address:127.0.0.1']);
    });

    test('erases the address typed for a claimed donation for good, and no other address', async () => {
      const [claimed, other] = [await openIntent(app), await openIntent(app)];
      await deliver(app, paidByGuest(claimed, 'typed@example.org'));
      await deliver(app, paidByGuest(other, 'other@example.org'));
      const claim = `/api/donations/${claimed.donation_id}/claim`;
      expect((await call(app, { method: 'PATCH', url: claim, cookie: ana.cookie })).statusCode).toBe(200);
      await remove();
      await deliver(app, { ...paidByGuest(claimed, 'typed@example.org'), id: 'evt_again' });
      expect(await tablesContaining('typed@example.org')).toEqual([]);
      expect(await tablesContaining('other@example.org')).toEqual(['payer_emails']);
    });

    test('keeps an address from being added to a claimed donation that had none', async () => {
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, null));
      const claim = `/api/donations/${intent.donation_id}/claim`;
      await call(app, { method: 'PATCH', url: claim, cookie: ana.cookie });
      await remove();
      await deliver(app, { ...paidByGuest(intent, 'typed@example.org'), id: 'evt_again' });
      expect(await tablesContaining('typed@example.org')).toEqual([]);
    });

    test('signs out every device and clears the cookies of this one', async () => {
      const phone = await logInAt(app, { username: 'ana', password: donorPassword });
      const bob = await signIn(app);
      const response = await remove();
      expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['session', ''],
        ['signed_in', ''],
      ]);
      const cookies = [ana.cookie, phone.cookie, bob.cookie];
      expect(await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)))).toEqual([false, false, true]);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(401);
    });

    test('keeps the donations in the ledger, where no one can claim them or read their receipts', async () => {
      const id = await donate();
      const before = await donations();
      await remove();
      expect(await donations()).toEqual(before.map((donation) => ({ ...donation, donor_id: 'usr_removed' })));
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      const bob = await signIn(app);
      const receipts = [undefined, bob.cookie].map((cookie) =>
        call(app, { method: 'GET', url: `/api/donations/${id}/receipt`, cookie }),
      );
      expect((await Promise.all(receipts)).map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      const claim = await call(app, { method: 'PATCH', url: `/api/donations/${id}/claim`, cookie: bob.cookie });
      expect(claim.statusCode).toBe(404);
    });

    test('an open payment settles without a donor, and the ledger stays correct', async () => {
      const intent = await open();
      await remove();
      expect((await deliver(app, paidMessage(intent))).statusCode).toBe(200);
      expect(await donations()).toMatchObject([{ id: intent.donation_id, donor_id: 'usr_removed' }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('the username and the email address can be registered again, for an account without the old data', async () => {
      await donate();
      await remove();
      const again = await signIn(app, { username: 'ANA', email: 'Ana@example.org' });
      expect(again.user.id).not.toBe(ana.user.id);
      const history = await call(app, { method: 'GET', url: '/api/donations', cookie: again.cookie });
      expect(history.json()).toEqual([]);
    });

    test('registering again and again cannot flood an address', async () => {
      for (let time = 0; time < 5; time += 1) {
        await app.deps.db.write.deleteFrom('outbox').execute();
        const form = registration({ username: 'eve', email: 'eve@example.org' });
        const registered = await register(app, form);
        const cookie = registered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const { length } = await app.deps.db.read.selectFrom('outbox').select('id').execute();
        expect(length).toBe(time < 3 ? 1 : 0);
        expect((await remove(donorPassword, cookie)).statusCode).toBe(200);
      }
    });

    test('needs the correct password, and is locked after ten wrong ones', async () => {
      for (let time = 0; time < 10; time += 1) expect(statusAndBody(await remove('wrong password'))).toEqual(wrong);
      expect(statusAndBody(await remove())).toEqual({ status: 429, body: refusal('too_many_requests', locked) });
      expect(await tryLogin(app, { username: 'ana', password: donorPassword })).toBe(200);
      app.clock.advance(15 * 60_000);
      expect(statusAndBody(await remove())).toEqual(done);
    });

    test.each([[''], [null], [undefined], [7], ['x'.repeat(201)]])('refuses %j as a password', async (password) => {
      const body = password === undefined ? {} : { password };
      const response = await call(app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body });
      expect(response.statusCode).toBe(400);
      expect(await isSignedIn(app, ana.cookie)).toBe(true);
    });

    test("refuses to delete the administrator's account", async () => {
      const cookie = await signInAdmin(app);
      const sentence = "The administrator's account cannot be deleted.";
      expect(statusAndBody(await remove(donorPassword, cookie))).toEqual({
        status: 403,
        body: refusal('forbidden', sentence),
      });
      expect(await isSignedIn(app, cookie)).toBe(true);
    });

    test('two simultaneous requests delete the account once, and a later one is signed out', async () => {
      await donate();
      const responses = await Promise.all([remove(), remove()]);
      for (const { statusCode } of responses) expect([200, 401]).toContain(statusCode);
      expect((await remove()).statusCode).toBe(401);
      expect(await tablesContaining(ana.user.id)).toEqual([]);
    });

    test('does not affect other accounts', async () => {
      const bob = await signIn(app, { username: 'bob' });
      await remove();
      const account = await call(app, { method: 'GET', url: '/api/account', cookie: bob.cookie });
      expect(account.json()).toMatchObject({ username: 'bob' });
    });
  });
});
