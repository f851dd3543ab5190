import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationResponse } from '#contract/donor.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe('a donation whose checkout was created by a signed-in donor', () => {
    let app: TestApp;
    let donor: SignedIn;
    let other: SignedIn;
    let intent: DonationIntentRow;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      donor = await signIn(app, { timeZone: 'America/Toronto' });
      other = await signIn(app);
      const response = await postCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      expect(response.statusCode).toBe(200);
      intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
    });
    afterEach(() => app.close());

    const read = async (path: string, cookie?: string) => {
      const response = await app.server.inject({ url: path, headers: cookie === undefined ? {} : { cookie } });
      return { status: response.statusCode, body: response.body };
    };
    const historyOf = async ({ cookie }: SignedIn) =>
      JSON.parse((await read('/api/donations', cookie)).body) as DonationResponse[];

    test('is in no history, impact or rewards before it is paid', async () => {
      expect(await historyOf(donor)).toEqual([]);
      expect((await read('/api/impact', donor.cookie)).body).toContain('"donationsCount":0');
      expect((await read('/api/rewards', donor.cookie)).body).toContain('"streak":0');
    });

    test('is in history, impact and rewards as soon as it is paid, without a claim', async () => {
      await deliver(app, paidMessage(intent));
      expect(await historyOf(donor)).toEqual([
        {
          id: intent.donation_id,
          snackName: 'Coffee',
          charityName: 'Food banks across Canada',
          amount: 3.5,
          mealsProvided: 3,
          donationDate: '2026-03-04T12:00:00.000Z',
          recurring: false,
        },
      ]);
      expect((await read('/api/impact', donor.cookie)).body).toBe(
        '{"totalDonated":3.5,"totalMeals":3,"donationsCount":1,"charitiesSupported":1}',
      );
      expect(JSON.parse((await read('/api/rewards', donor.cookie)).body)).toMatchObject({
        streak: 1,
        points: 10,
        badges: ['first_donation'],
      });
      expect(await historyOf(other)).toEqual([]);
    });

    test('shows its receipt to the donor only; everyone else gets the response for an unknown id', async () => {
      await deliver(app, paidMessage(intent));
      const receipt = `/api/donations/${intent.donation_id}/receipt`;
      const unknown = await read('/api/donations/don_00000000000000000000000000/receipt', donor.cookie);
      expect(unknown.status).toBe(404);
      expect(await read(receipt, donor.cookie)).toMatchObject({ status: 200 });
      expect(await read(receipt, other.cookie)).toEqual(unknown);
      expect(await read(receipt)).toEqual(unknown);
    });

    test('cannot be claimed by another donor', async () => {
      await deliver(app, paidMessage(intent));
      const claim = ({ cookie }: SignedIn) =>
        app.server.inject({
          method: 'PATCH',
          url: `/api/donations/${intent.donation_id}/claim`,
          headers: { cookie, origin: ownOrigin },
        });
      expect((await claim(other)).statusCode).toBe(404);
      expect((await claim(donor)).statusCode).toBe(200);
    });
  });
});
