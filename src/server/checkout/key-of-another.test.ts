import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askCheckout } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

const key = 'basket-kept-over-sign-in';

forEachDatabase((engine) => {
  describe('an Idempotency-Key that a browser keeps while somebody signs in or out', () => {
    let app: TestApp;
    let ana: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(() => app.close());

    const ask = async (donor?: SignedIn): Promise<string> => {
      const headers = donor ? { cookie: donor.cookie } : {};
      const answer = await askCheckout(app, checkoutBody(), { key, headers });
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

    test('gives to whoever is signed in at checkout, not to nobody', async () => {
      const asVisitor = await ask();
      expect(await ask(ana)).not.toBe(asVisitor);
      expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
    });

    test("does not put one donor's gift into another's account", async () => {
      const bob = await signIn(app, { username: 'bob', email: 'bob@example.org' });
      const ofAna = await ask(ana);
      expect(await ask(bob)).not.toBe(ofAna);
      expect(new Set(await owners())).toEqual(new Set([ana.user.id, bob.user.id]));
    });

    test("does not put a visitor's gift into the account of whoever left", async () => {
      const ofAna = await ask(ana);
      expect(await ask()).not.toBe(ofAna);
      expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
    });

    test('does not show whoever comes next what was paid before', async () => {
      await ask(ana);
      await pay();
      const [paid] = await intents();
      expect(await ask()).not.toContain(paid?.donation_id);
    });

    test('of a gift that was paid as a visitor charges nothing again after signing in', async () => {
      await ask();
      await pay();
      const [paid] = await intents();
      expect(await ask(ana)).toContain(paid?.donation_id);
      expect(await owners()).toHaveLength(1);
    });
  });
});
