import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentRates } from '#domain/money/exchange.ts';
import { call, logInAt, mailedToken, told } from '#test/support/account-calls.ts';
import { askCheckout, refusal } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { insertPastDonations } from '#test/support/past-donations.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

const noon = '2026-03-04T12:00:00.000Z';
const header =
  'Date,Day,Time zone,Gift,Charity,Meals,Monthly,Amount,Service fee,Total,Currency,Charged,Charged currency,Exchange rate,Transaction ID';
const charged = {
  subtotal: 4.76,
  serviceFee: 0.48,
  total: 5.24,
  currency: 'CAD',
  exchangeRate: '1.36',
  ratesSetOn: currentRates.setOn,
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

/** What the file holds, as far as a test looks into it. */
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
    await askCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
    return (await intents()).find(({ id }) => !known.has(id))!;
  };

  test.each(['data.json', 'donations.csv'] as const)('GET /api/account/%s is refused to a stranger', async (file) => {
    expect(told(await download(file))).toEqual({ status: 401, body: refusal('sign_in_required', 'Please sign in.') });
  });

  describe('GET /api/account/data.json', () => {
    test("is a file with the day's date where the donor is, kept by no cache", async () => {
      const { headers, body } = await download('data.json', ana.cookie);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="kindbite-data-2026-03-05.json"',
        'cache-control': 'no-store',
      });
      expect(body).toMatch(/^\{\n {2}"madeAt": "2026-03-04T12:00:00.000Z",\n/);
    });

    test('holds everything that is kept about the donor', async () => {
      const paid = await open();
      await deliver(app, paidMessage(paid));
      app.clock.advance(60_000);
      const unpaid = await open();
      await logInAt(app, { username: 'ana', password: 'wrong password' });
      expect(await read()).toEqual({
        madeAt: '2026-03-04T12:01:00.000Z',
        account: (await call(app, { method: 'GET', url: '/api/account', cookie: ana.cookie })).json(),
        devices: (await call(app, { method: 'GET', url: '/api/account/devices', cookie: ana.cookie })).json(),
        donations: [
          {
            ...coffee,
            id: paid.donation_id,
            paymentId: paid.id,
            charged,
            donatedAt: expect.stringMatching(/^2026-/),
            donatedOn: expect.stringMatching(/^2026-/),
            timeZone: 'America/Toronto',
          },
        ],
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
        impact: (await call(app, { method: 'GET', url: '/api/impact', cookie: ana.cookie })).json(),
        rewards: (await call(app, { method: 'GET', url: '/api/rewards', cookie: ana.cookie })).json(),
        newsletter: [],
        mails: [{ kind: 'receipt', status: 'waiting', askedAt: noon }],
        mailLinks: [
          {
            purpose: 'confirm_email',
            email: 'ana@example.org',
            createdAt: noon,
            expiresAt: '2026-03-07T12:00:00.000Z',
            usedAt: null,
          },
        ],
        failedLogins: [{ failedAt: '2026-03-04T12:01:00.000Z' }],
      });
    });

    test('holds no secret: no hash, no token, nothing of an authenticator', async () => {
      await call(app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      const factor = { user_id: ana.user.id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: noon, last_step: 1 };
      await app.deps.db.write
        .insertInto('second_factors')
        .values({ ...factor, recovery_hashes: '["kept-of-a-code"]' })
        .execute();
      const { body } = await download('data.json', ana.cookie);
      const { read: db } = app.deps.db;
      const { password_hash: passwordHash } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
      const links = await db.selectFrom('mail_links').select('token_hash').execute();
      const sessions = await db.selectFrom('sessions').select('token_hash').execute();
      const hashes = [...links, ...sessions].map(({ token_hash: tokenHash }) => tokenHash);
      const secrets = [
        passwordHash,
        factor.secret,
        'kept-of-a-code',
        await mailedToken(app, 'reset_password'),
        ...hashes,
      ];
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
      expect(body).toContain('"reset_password"');
    });

    test('holds what concerns nobody else', async () => {
      const bob = await signIn(app, { username: 'bob', email: 'bob@example.org' });
      const paid = await open();
      await deliver(app, paidMessage(paid));
      await logInAt(app, { username: 'ana', password: 'wrong password' });
      expect(await read(bob.cookie)).toMatchObject({ donations: [], unpaidDonations: [], mails: [], failedLogins: [] });
      expect((await download('data.json', bob.cookie)).body).not.toContain('ana');
    });

    test("tells of the newsletter once the address is proven to be the donor's own", async () => {
      await call(app, { method: 'POST', url: '/api/subscribe', body: { email: 'ANA@example.org' } });
      expect(await read()).toMatchObject({ newsletter: [], mails: [] });
      const confirmed = { email_confirmed_at: noon };
      await app.deps.db.write.updateTable('users').set(confirmed).where('id', '=', ana.user.id).execute();
      expect(await read()).toMatchObject({
        newsletter: [{ email: 'ANA@example.org', status: 'waiting', requestedAt: noon, confirmedAt: null }],
        mails: [{ kind: 'newsletter_confirmation', status: 'waiting', askedAt: noon }],
      });
      expect((await download('data.json', ana.cookie)).body).not.toMatch(/token/i);
    });

    test('names no mail for a gift that was claimed, since none was written', async () => {
      const [given] = await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]);
      const job = { id: 'out_1', kind: 'receipt', payload: '{}', dedupe_key: `receipt:${given!.id}`, status: 'done' };
      const times = { run_at: noon, created_at: noon, attempts: 1, locked_until: null, last_error: null };
      await app.deps.db.write
        .insertInto('outbox')
        .values({ ...job, ...times })
        .execute();
      expect((await read()).mails).toEqual([]);
    });
  });

  describe('GET /api/account/donations.csv', () => {
    test('is a file that spreadsheets read, with one line of names when there is nothing', async () => {
      const { headers, rawPayload } = await download('donations.csv', ana.cookie);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="kindbite-donations-2026-03-05.csv"',
        'cache-control': 'no-store',
      });
      expect(rawPayload).toEqual(Buffer.from(`\uFEFF${header}\r\n`));
    });

    test('has a line for each donation, newest first, and none of others', async () => {
      const [older, newer] = await insertPastDonations(app.deps, [
        { donor_id: ana.user.id, donated_at: '2026-01-02T03:04:05.006Z' },
        { donor_id: ana.user.id, amount_minor: 1000, meals: 10, label: 'Custom Donation', is_recurring: 1 },
        {},
      ]);
      expect(await rows()).toEqual([
        `${noon},2026-03-04,UTC,Custom Donation,Food banks across Canada,10,yes,10,0.35,10.35,USD,5.24,CAD,1.36,${newer!.id}`,
        `2026-01-02T03:04:05.006Z,2026-01-02,UTC,Coffee,Food banks across Canada,3,no,3.5,0.35,3.85,USD,5.24,CAD,1.36,${older!.id}`,
      ]);
    });

    test('keeps commas and quotes in their cell, and takes the power from formulas', async () => {
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

    test('and the file of all data hold every donation of a long history once, also where many share an instant', async () => {
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

  test('both files are the same however often they are asked for', async () => {
    await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]);
    for (const file of ['data.json', 'donations.csv'] as const)
      expect((await download(file, ana.cookie)).body).toBe((await download(file, ana.cookie)).body);
    expect((await logInAt(app, { username: 'ana', password: donorPassword })).status).toBe(200);
  });
});
