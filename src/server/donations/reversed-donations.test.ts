import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const wholeDonation = { totalDonated: 3.5, totalMeals: 3, donationsCount: 1, charitiesSupported: 1 };
const nothing = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };

forEachDatabase((engine) => {
  describe('a donation with refunds or disputes', () => {
    let app: TestApp;
    let donor: SignedIn;
    let intent: DonationIntentRow;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      donor = await signIn(app);
      await postCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidWithPayment(intent));
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const read = async (url: string): Promise<unknown> =>
      (await app.server.inject({ url, headers: { cookie: donor.cookie } })).json();
    const seen = async () => ({
      history: await read('/api/donations'),
      impact: await read('/api/impact'),
      rewards: await read('/api/rewards'),
      receipt: await read(`/api/donations/${intent.donation_id}/receipt`),
    });

    test('counts in full without a reversal', async () => {
      const { history, impact, rewards, receipt } = await seen();
      expect(history).toEqual([expect.not.objectContaining({ reversal: expect.anything() })]);
      expect(receipt).not.toHaveProperty('reversal');
      expect(impact).toEqual(wholeDonation);
      expect(rewards).toMatchObject({ streak: 1, badges: expect.arrayContaining([expect.any(String)]) });
    });

    test('counts what remains after a partial refund', async () => {
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 131 })); // a quarter of CA$5.24
      expect(await seen()).toMatchObject({
        history: [{ amount: 3.5, mealsProvided: 2, reversal: { state: 'partly_refunded', amount: 0.88 } }],
        impact: { totalDonated: 2.62, totalMeals: 2, donationsCount: 1 },
        rewards: { streak: 1 },
        receipt: { total: 3.85, reversal: { state: 'partly_refunded', charged: 1.31 } },
      });
    });

    test('counts for nothing after a full refund: no day, no points, no badge', async () => {
      await deliver(app, refundMessage(intent, 'created', { id: 're_1' }));
      expect(await seen()).toMatchObject({
        history: [{ amount: 3.5, mealsProvided: 0, reversal: { state: 'refunded', amount: 3.5 } }],
        impact: nothing,
        rewards: { streak: 0, points: 0, badges: [] },
        receipt: { reversal: { state: 'refunded', charged: 5.24 } },
      });
    });

    test('counts for nothing during a dispute, and in full again after the dispute is won', async () => {
      await deliver(app, disputeMessage(intent, 'created', { id: 'du_1' }));
      expect(await seen()).toMatchObject({
        history: [{ reversal: { state: 'disputed', amount: 3.5 } }],
        impact: nothing,
        rewards: { streak: 0, points: 0, badges: [] },
        receipt: { reversal: { state: 'disputed', charged: 5.24 } },
      });
      await deliver(app, disputeMessage(intent, 'closed', { id: 'du_1', status: 'won' }));
      const { history, impact, rewards } = await seen();
      expect(history).toEqual([expect.not.objectContaining({ reversal: expect.anything() })]);
      expect(impact).toEqual(wholeDonation);
      expect(rewards).toMatchObject({ streak: 1 });
    });

    test('shows a partial refund even when less than one US cent was refunded', async () => {
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 1 }));
      expect(await read('/api/donations')).toMatchObject([
        { mealsProvided: 2, reversal: { state: 'partly_refunded', amount: 0.01 } },
      ]);
    });
  });
});
