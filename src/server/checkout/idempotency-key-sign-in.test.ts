import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const key = 'basket-kept-through-sign-in';

forEachDatabase((engine) => {
  describe('an Idempotency-Key that a browser keeps while someone signs in or out', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const checkOut = async (donor?: SignedIn): Promise<string> => {
      const headers = donor ? { cookie: donor.cookie } : {};
      const answer = await postCheckout(app, checkoutBody(), { key, headers });
      expect(answer.statusCode).toBe(200);
      return answer.json<{ url: string }>().url;
    };
    const intents = () =>
      app.deps.db.read.selectFrom('donation_intents').selectAll().orderBy('created_at').orderBy('id').execute();
    const owners = async () => (await intents()).map(({ donor_id: donorId }) => donorId);
    const pay = async (): Promise<void> => {
      const [intent] = await intents();
      if (intent) await deliver(app, paidMessage(intent));
    };

    test('creates the donation for the user who is signed in at checkout', async () => {
      const asVisitor = await checkOut();
      expect(await checkOut(ana)).not.toBe(asVisitor);
      expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
    });

    test('does not add one donor’s donation to another’s account', async () => {
      const bob = await signIn(app, { username: 'bob', email: 'bob@example.org' });
      const ofAna = await checkOut(ana);
      expect(await checkOut(bob)).not.toBe(ofAna);
      expect(new Set(await owners())).toEqual(new Set([ana.user.id, bob.user.id]));
    });

    test('does not add a visitor’s donation to the account that signed out', async () => {
      const ofAna = await checkOut(ana);
      expect(await checkOut()).not.toBe(ofAna);
      expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
    });

    test('does not show the next visitor what was paid before', async () => {
      await checkOut(ana);
      await pay();
      const [paid] = await intents();
      expect(await checkOut()).not.toContain(paid?.donation_id);
    });

    test('does not charge a visitor’s paid donation again after signing in', async () => {
      await checkOut();
      await pay();
      const [paid] = await intents();
      expect(await checkOut(ana)).toContain(paid?.donation_id);
      expect(await owners()).toHaveLength(1);
    });
  });
});
