import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { confirmAddressOf, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  paidMessage,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';

const noon = '2026-03-04T12:00:00.000Z';

forEachDatabase((engine) => {
  describe("a donor's own download", () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const readCards = async (): Promise<{ readonly lastFour: string }[]> => {
      const response = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie });
      return response.json<{ cards: { lastFour: string }[] }>().cards;
    };
    const openAs = async ({ user, cookie }: SignedIn) => {
      await postCheckout(app, checkoutBody(), { headers: { cookie } });
      const intents = app.deps.db.read.selectFrom('donation_intents').selectAll();
      return intents.where('donor_id', '=', user.id).executeTakeFirstOrThrow();
    };

    test('lists the cards that the donor paid with, but not cards that someone else paid with', async () => {
      await confirmAddressOf(app, ana);
      const own = await openAs(ana);
      await deliver(app, paidMessage(own));
      const [typed, claimed] = [await openIntent(app), await openIntent(app)];
      await deliver(app, paidByGuest(typed, 'ana@example.org'));
      await deliver(app, paidByGuest(claimed, 'other@example.org'));
      const { write } = app.deps.db;
      for (const { id } of [typed, claimed])
        await write.updateTable('donations').set({ donor_id: ana.user.id }).where('intent_id', '=', id).execute();
      const cards = [own, typed, claimed].map(({ id }, index) => ({
        intent_id: id,
        brand: 'visa',
        last_four: `424${index}`,
        paid_at: noon,
      }));
      await write.insertInto('payment_cards').values(cards).execute();
      const found = (await readCards()).toSorted((one, other) => (one.lastFour < other.lastFour ? -1 : 1));
      expect(found).toEqual([
        { donationId: own.donation_id, brand: 'visa', lastFour: '4240' },
        { donationId: typed.donation_id, brand: 'visa', lastFour: '4241' },
      ]);
      await write.updateTable('payment_cards').set({ brand: null, last_four: null }).execute();
      expect(await readCards()).toEqual([]);
    });
  });
});
