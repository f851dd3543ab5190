import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { call, isSignedIn, logInAt, told } from '#test/support/account-calls.ts';
import { askCheckout, refusal } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { donorPassword, register, registration, signIn, signInAdmin, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

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
      await askCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
      return (await intents()).find(({ id }) => !known.has(id))!;
    };
    const give = async (): Promise<string> => {
      const intent = await open();
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    };
    const rowsThatName = async (text: string): Promise<string[]> => {
      const { read } = app.deps.db;
      const tables = [
        'users',
        'sessions',
        'mail_links',
        'second_factors',
        'login_failures',
        'unasked_mails',
        'outbox',
        'donations',
        'donation_intents',
      ] as const;
      const found = await Promise.all(
        tables.map(async (table) => {
          const rows = JSON.stringify(await read.selectFrom(table).selectAll().execute());
          return rows.includes(text) ? [table] : [];
        }),
      );
      return found.flat();
    };

    test('is refused to a stranger', async () => {
      const answer = await call(app, {
        method: 'POST',
        url: '/api/account/deletion',
        body: { password: donorPassword },
      });
      expect(told(answer)).toEqual({ status: 401, body: refusal('sign_in_required', 'Please sign in.') });
    });

    test('leaves nothing that names the person, in any table', async () => {
      await give();
      await open();
      await call(app, {
        method: 'POST',
        url: '/api/account/email',
        cookie: ana.cookie,
        body: { email: 'new@example.org', password: donorPassword },
      });
      await logInAt(app, { username: 'ana', password: 'wrong password' });
      expect(await rowsThatName(ana.user.id)).toContain('login_failures');
      expect(told(await remove())).toEqual(done);
      expect(await rowsThatName(ana.user.id)).toEqual([]);
      expect(await rowsThatName('example.org')).toEqual([]);
    });

    test('signs out every device and takes the cookies from this one', async () => {
      const phone = await logInAt(app, { username: 'ana', password: donorPassword });
      const bob = await signIn(app);
      const answer = await remove();
      expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['session', ''],
        ['signed_in', ''],
      ]);
      const cookies = [ana.cookie, phone.cookie, bob.cookie];
      expect(await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)))).toEqual([false, false, true]);
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(401);
    });

    test('keeps the donations in the books, where nobody can claim them or read their receipts', async () => {
      const id = await give();
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

    test('lets an open payment settle for nobody, with right books', async () => {
      const intent = await open();
      await remove();
      expect((await deliver(app, paidMessage(intent))).statusCode).toBe(200);
      expect(await donations()).toMatchObject([{ id: intent.donation_id, donor_id: 'usr_removed' }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('frees both names, for an account that has nothing of the old one', async () => {
      await give();
      await remove();
      const again = await signIn(app, { username: 'ANA', email: 'Ana@example.org' });
      expect(again.user.id).not.toBe(ana.user.id);
      const history = await call(app, { method: 'GET', url: '/api/donations', cookie: again.cookie });
      expect(history.json()).toEqual([]);
    });

    test('does not let an address be flooded by registering again and again', async () => {
      for (let time = 0; time < 5; time += 1) {
        await app.deps.db.write.deleteFrom('outbox').execute();
        const form = registration({ username: 'eve', email: 'eve@example.org' });
        const made = await register(app, form);
        const cookie = made.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const { length } = await app.deps.db.read.selectFrom('outbox').select('id').execute();
        expect(length).toBe(time < 3 ? 1 : 0);
        expect((await remove(donorPassword, cookie)).statusCode).toBe(200);
      }
    });

    test('is refused without the right password, and wrong ones count as failed logins', async () => {
      for (let time = 0; time < 10; time += 1) expect(told(await remove('wrong password'))).toEqual(wrong);
      expect(told(await remove())).toEqual({ status: 429, body: refusal('too_many_requests', locked) });
      expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(429);
      app.clock.advance(15 * 60_000);
      expect(told(await remove())).toEqual(done);
    });

    test.each([[''], [null], [undefined], [7], ['x'.repeat(201)]])(
      'is refused with %j for a password',
      async (password) => {
        const body = password === undefined ? {} : { password };
        const answer = await call(app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body });
        expect(answer.statusCode).toBe(400);
        expect(await isSignedIn(app, ana.cookie)).toBe(true);
      },
    );

    test("is refused for the administrator's account", async () => {
      const cookie = await signInAdmin(app);
      const sentence = "The administrator's account cannot be deleted.";
      expect(told(await remove(donorPassword, cookie))).toEqual({ status: 403, body: refusal('forbidden', sentence) });
      expect(await isSignedIn(app, cookie)).toBe(true);
    });

    test('asked for twice at once is done, and repeated later finds nobody signed in', async () => {
      await give();
      const answers = await Promise.all([remove(), remove()]);
      for (const { statusCode } of answers) expect([200, 401]).toContain(statusCode);
      expect((await remove()).statusCode).toBe(401);
      expect(await rowsThatName(ana.user.id)).toEqual([]);
    });

    test('touches nobody else', async () => {
      const bob = await signIn(app, { username: 'bob' });
      await remove();
      const account = await call(app, { method: 'GET', url: '/api/account', cookie: bob.cookie });
      expect(account.json()).toMatchObject({ username: 'bob' });
    });
  });
});
