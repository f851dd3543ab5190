import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImpactMonthsResponse } from '#contract/donor.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { fixedClock } from '#test/support/app/clock.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';

forEachDatabase((engine) => {
  describe('GET /api/impact/months', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { clock: fixedClock('2026-03-31T23:00:00.000Z'), cards: stubCardsWithWebhook() });
      donor = await signIn(app, { timeZone: 'UTC' });
    });
    afterEach(() => app.close());

    const read = (cookie = donor.cookie) => app.server.inject({ url: '/api/impact/months', headers: { cookie } });
    const readMonths = async (cookie = donor.cookie) => (await read(cookie)).json<ImpactMonthsResponse>().months;

    test('has the current month, and no months with donations before the first donation', async () => {
      const response = await read();
      expect({ status: response.statusCode, body: response.body }).toEqual({
        status: 200,
        body: '{"currentMonth":"2026-03","months":[]}',
      });
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('adds up the donations to a charity in a month, and returns the same every time', async () => {
      const donor_id = donor.user.id;
      await insertPastDonations(app.deps, [
        { donor_id, donated_at: '2026-03-01T12:00:00.000Z' },
        { donor_id, donated_at: '2026-01-31T12:00:00.000Z', charity_id: 9, amount_minor: 20, meals: 1 },
        { donor_id, donated_at: '2026-03-31T12:00:00.000Z', amount_minor: 10, meals: 1 },
        { donor_id, donated_at: '2026-03-31T12:00:00.000Z', charity_id: 9, amount_minor: 895, meals: 8 },
      ]);
      const months = await readMonths();
      expect(months).toEqual([
        {
          month: '2026-01',
          charityId: 9,
          charityName: expect.any(String),
          donationsCount: 1,
          amount: 0.2,
          mealsProvided: 1,
        },
        {
          month: '2026-03',
          charityId: 6,
          charityName: expect.any(String),
          donationsCount: 2,
          amount: 3.6,
          mealsProvided: 4,
        },
        {
          month: '2026-03',
          charityId: 9,
          charityName: expect.any(String),
          donationsCount: 1,
          amount: 8.95,
          mealsProvided: 8,
        },
      ]);
      expect(months[0]?.charityName).toBe(months[2]?.charityName);
      expect(await readMonths()).toEqual(months);
    });

    test("counts a donation in the month of the donor's day", async () => {
      const donation = { donor_id: donor.user.id, donated_at: '2026-03-01T01:00:00.000Z', donated_on: '2026-02-28' };
      await insertPastDonations(app.deps, [donation]);
      expect(await readMonths()).toMatchObject([{ month: '2026-02' }]);
    });

    test("takes the current month from the account's time zone", async () => {
      const farEast = await signIn(app, { timeZone: 'Asia/Tokyo' }); // April 1, 08:00 there
      expect((await read(farEast.cookie)).json()).toMatchObject({ currentMonth: '2026-04' });
      expect((await read()).json()).toMatchObject({ currentMonth: '2026-03' });
    });

    test('has the same sums as the impact after a partial refund, and leaves out a fully reversed donation', async () => {
      await postCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidWithPayment(intent));
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 131 })); // a quarter of CA$5.24
      expect(await readMonths()).toMatchObject([{ donationsCount: 1, amount: 2.62, mealsProvided: 2 }]);
      const impact = await app.server.inject({ url: '/api/impact', headers: { cookie: donor.cookie } });
      expect(impact.json()).toMatchObject({ donationsCount: 1, totalDonated: 2.62, totalMeals: 2 });

      await deliver(app, refundMessage(intent, 'created', { id: 're_2', amountMinor: 393 })); // the rest
      expect(await readMonths()).toEqual([]);
    });

    test("leaves out unclaimed donations and other donors' donations", async () => {
      const other = await signIn(app);
      await insertPastDonations(app.deps, [{ donor_id: other.user.id }, { donor_id: null }]);
      expect(await readMonths()).toEqual([]);
      expect(await readMonths(other.cookie)).toHaveLength(1);
    });

    test('refuses a stranger', async () => {
      const response = await app.server.inject({ url: '/api/impact/months' });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });
  });
});
