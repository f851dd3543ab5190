import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { specRates } from '#domain/money/exchange.ts';
import { call, logInAt, mailedToken, statusAndBody, tryLogin } from '#test/support/accounts/account-calls.ts';
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
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import {
  confirmAddressOf,
  deviceCookieOf,
  donorPassword,
  signIn,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const noon = '2026-03-04T12:00:00.000Z';
const header =
  'Date,Day,Time zone,Gift,Charity,Meals,Monthly,Amount,Service fee,Total,Currency,Charged,Refunds and disputes,Net,Charged currency,Exchange rate,Transaction ID';
const charged = {
  subtotal: 4.76,
  serviceFee: 0.48,
  total: 5.24,
  currency: 'CAD',
  exchangeRate: '1.36',
  ratesSetOn: specRates.setOn,
};
const coffee = {
  charity: 'Food banks across Canada',
  gift: 'Coffee',
  meals: 3,
  isMonthly: false,
  amount: 3.5,
  serviceFee: 0.35,
  total: 3.85,
  currency: 'USD',
};

/** The fields of the file that the tests read. */
interface OwnData {
  readonly donations: { readonly id: string }[];
  readonly mails: object[];
  readonly newsletter: object[];
}

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCardsWithWebhook() });
    ana = await signIn(app, { username: 'ana', email: 'ana@example.org', timeZone: 'Pacific/Auckland' });
  });
  afterEach(() => app.close());

  const download = (file: 'data.json' | 'donations.csv', cookie?: string): Promise<LightMyRequestResponse> =>
    call(app, { method: 'GET', url: `/api/account/${file}`, cookie });
  const read = async (cookie = ana.cookie): Promise<OwnData> => (await download('data.json', cookie)).json();
  const rows = async (cookie = ana.cookie): Promise<string[]> =>
    (await download('donations.csv', cookie)).body.split('\r\n').slice(1, -1);
  const intents = () => app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
  const open = async () => {
    const known = new Set((await intents()).map(({ id }) => id));
    await postCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
    return (await intents()).find(({ id }) => !known.has(id))!;
  };

  test.each(['data.json', 'donations.csv'] as const)('GET /api/account/%s is refused to a stranger', async (file) => {
    expect(statusAndBody(await download(file))).toEqual({
      status: 401,
      body: refusal('sign_in_required', 'Please sign in.'),
    });
  });

  describe('GET /api/account/data.json', () => {
    test("is a file named with the donor's day, and no cache stores it", async () => {
      const { headers, body } = await download('data.json', ana.cookie);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="kindbite-data-2026-03-05.json"',
        'cache-control': 'no-store',
      });
      expect(body).toMatch(/^\{\n {2}"madeAt": "2026-03-04T12:00:00.000Z",\n/);
    });

    test('contains everything stored about the donor', async () => {
      const paid = await open();
      await deliver(app, paidMessage(paid));
      app.clock.advance(60_000);
      const unpaid = await open();
      const wrong = { username: 'ana', password: 'wrong password' };
      await tryLogin(app, wrong);
      await tryLogin(app, wrong, deviceCookieOf(ana));
      expect(await read()).toEqual({
        madeAt: '2026-03-04T12:01:00.000Z',
        account: (await call(app, { method: 'GET', url: '/api/account', cookie: ana.cookie })).json(),
        devices: (await call(app, { method: 'GET', url: '/api/account/devices', cookie: ana.cookie })).json(),
        knownDevices: [{ usedAt: noon }],
        donations: [
          {
            ...coffee,
            id: paid.donation_id,
            paymentId: paid.id,
            charged,
            refundsAndDisputes: { amount: 0, currency: 'CAD' },
            donatedAt: expect.stringMatching(/^2026-/),
            donatedOn: expect.stringMatching(/^2026-/),
            timeZone: 'America/Toronto',
          },
        ],
        cards: [],
        unpaidDonations: [
          {
            ...coffee,
            id: unpaid.donation_id,
            paymentId: unpaid.id,
            status: 'pending',
            charged,
            createdAt: '2026-03-04T12:01:00.000Z',
            expiresAt: unpaid.expires_at,
            timeZone: 'America/Toronto',
          },
        ],
        monthlyGifts: [],
        monthlyGiftTerms: [],
        impact: (await call(app, { method: 'GET', url: '/api/impact', cookie: ana.cookie })).json(),
        rewards: (await call(app, { method: 'GET', url: '/api/rewards', cookie: ana.cookie })).json(),
        payerEmails: [],
        newsletter: [],
        messages: [],
        mails: [{ kind: 'receipt', status: 'waiting', requestedAt: noon }],
        mailLinks: [
          {
            purpose: 'confirm_email',
            email: 'ana@example.org',
            createdAt: noon,
            expiresAt: '2026-03-07T12:00:00.000Z',
            usedAt: null,
          },
        ],
        apiTokens: [],
        webhookEndpoints: [],
        failedLogins: [{ failedAt: '2026-03-04T12:01:00.000Z' }, { failedAt: '2026-03-04T12:01:00.000Z' }],
      });
    });

    test('contains no secret: no hash, no token, no authenticator secret', async () => {
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const factor = { user_id: ana.user.id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: noon, last_step: 1 };
      await app.deps.db.write
        .insertInto('second_factors')
        .values({ ...factor, recovery_hashes: '["hash-of-a-code"]' })
        .execute();
      const { body } = await download('data.json', ana.cookie);
      const { read: db } = app.deps.db;
      const { password_hash: passwordHash } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      const links = await db.selectFrom('mail_links').select('token_hash').execute();
      const sessions = await db.selectFrom('sessions').select('token_hash').execute();
      const devices = await db.selectFrom('known_devices').select('device_hash as token_hash').execute();
      const hashes = [...links, ...sessions, ...devices].map(({ token_hash: tokenHash }) => tokenHash);
      const secrets = [
        passwordHash,
        factor.secret,
        'hash-of-a-code',
        await mailedToken(app, 'reset_password'),
        ...hashes,
      ];
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
      expect(body).toContain('"reset_password"');
    });

    test('contains nothing about other users', async () => {
      const bob = await signIn(app, { username: 'bob', email: 'bob@example.org' });
      const paid = await open();
      await deliver(app, paidMessage(paid));
      await tryLogin(app, { username: 'ana', password: 'wrong password' });
      expect(await read(bob.cookie)).toMatchObject({ donations: [], unpaidDonations: [], mails: [], failedLogins: [] });
      expect((await download('data.json', bob.cookie)).body).not.toContain('ana');
    });

    test("includes the newsletter once the donor's address is confirmed", async () => {
      await call(app, { method: 'POST', url: '/api/subscribe', body: { email: 'ANA@example.org' } });
      expect(await read()).toMatchObject({ newsletter: [], mails: [] });
      const confirmed = { email_confirmed_at: noon };
      await app.deps.db.write.updateTable('users').set(confirmed).where('id', '=', ana.user.id).execute();
      expect(await read()).toMatchObject({
        newsletter: [{ email: 'ANA@example.org', status: 'waiting', requestedAt: noon, confirmedAt: null }],
        mails: [{ kind: 'newsletter_confirmation', status: 'waiting', requestedAt: noon }],
      });
      expect(JSON.stringify((await read()).newsletter)).not.toMatch(/token/i);
    });

    test('lists the address typed for a claimed donation only if it is the account’s confirmed address', async () => {
      const intents = [await openIntent(app), await openIntent(app)];
      const [own, other] = intents;
      await deliver(app, paidByGuest(own!, 'ANA@example.org'));
      await deliver(app, paidByGuest(other!, 'guest@example.org'));
      await app.deps.db.write.updateTable('donations').set({ donor_id: ana.user.id }).execute();
      expect(await read()).toMatchObject({ payerEmails: [] });
      const confirmed = { email_confirmed_at: noon };
      await app.deps.db.write.updateTable('users').set(confirmed).where('id', '=', ana.user.id).execute();
      expect(await read()).toMatchObject({
        payerEmails: [{ donationId: own!.donation_id, email: 'ANA@example.org', paidAt: noon }],
      });
    });

    test('lists no receipt for a claimed donation, because none was sent to the account', async () => {
      const [given] = await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]);
      const dedupeKey = `receipt:${given!.id}`;
      const job = { id: 'out_1', kind: 'receipt', payload: '{}', dedupe_key: dedupeKey, status: 'done' } as const;
      const times = {
        run_at: noon,
        created_at: noon,
        attempts: 1,
        unavailable_attempts: 0,
        locked_until: null,
        last_error: null,
      };
      await app.deps.db.write
        .insertInto('outbox')
        .values({ ...job, ...times })
        .execute();
      expect((await read()).mails).toEqual([]);
    });
  });

  describe('GET /api/account/donations.csv', () => {
    test('is a file for spreadsheets, with only a header when there are no donations', async () => {
      const { headers, rawPayload } = await download('donations.csv', ana.cookie);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="kindbite-donations-2026-03-05.csv"',
        'cache-control': 'no-store',
      });
      expect(rawPayload).toEqual(Buffer.from(`\uFEFF${header}\r\n`));
    });

    test("has a line for each of the donor's donations, newest first", async () => {
      const [older, newer] = await insertPastDonations(app.deps, [
        { donor_id: ana.user.id, donated_at: '2026-01-02T03:04:05.006Z' },
        { donor_id: ana.user.id, amount_minor: 1000, meals: 10, label: 'Custom Donation', is_recurring: 1 },
        {},
      ]);
      expect(await rows()).toEqual([
        `${noon},2026-03-04,UTC,Custom Donation,Food banks across Canada,10,yes,10,0.35,10.35,USD,5.24,0,5.24,CAD,1.36,${newer!.id}`,
        `2026-01-02T03:04:05.006Z,2026-01-02,UTC,Coffee,Food banks across Canada,3,no,3.5,0.35,3.85,USD,5.24,0,5.24,CAD,1.36,${older!.id}`,
      ]);
    });

    test('keeps commas and quotes in their cell, and escapes formulas', async () => {
      const labels = ['Tea, "green"', '=HYPERLINK("http://evil.example")', '+1', '-1', '@x', 'Café ☕'];
      const wanted = labels.map((label, index) => ({
        donor_id: ana.user.id,
        label,
        donated_at: `2026-03-04T12:00:0${9 - index}.000Z`,
      }));
      await insertPastDonations(app.deps, wanted);
      const cells = (await rows()).map((row) => /UTC,(.*),Food/.exec(row)?.[1]);
      expect(cells).toEqual([
        '"Tea, ""green"""',
        `"'=HYPERLINK(""http://evil.example"")"`,
        "'+1",
        "'-1",
        "'@x",
        'Café ☕',
      ]);
    });

    test('both files list every donation of a long history once, even if many have the same time', async () => {
      const wanted = Array.from({ length: 2001 }, (_, index) => ({
        donor_id: ana.user.id,
        donated_at: index < 1500 ? noon : '2026-03-03T12:00:00.000Z',
      }));
      const given = await insertPastDonations(app.deps, wanted);
      const ids = (await rows()).map((row) => row.slice(row.lastIndexOf(',') + 1));
      expect(ids.toSorted()).toEqual(given.map(({ id }) => id).toSorted());
      expect((await read()).donations.map(({ id }) => id)).toEqual(ids);
    });
  });

  test('both files are the same on every download', async () => {
    await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]);
    for (const file of ['data.json', 'donations.csv'] as const)
      expect((await download(file, ana.cookie)).body).toBe((await download(file, ana.cookie)).body);
    expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
  });
});
