import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { barrierSentences } from '#contract/checkout.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { startSilentSandbox, type SilentSandbox } from '#test/support/payments/silent-sandbox.ts';

forEachDatabase((engine) => {
  describe(`an installation that requires an account for every checkout, on ${engine}`, () => {
    let app: TestApp;
    let sandbox: SilentSandbox;
    beforeEach(async () => {
      sandbox = await startSilentSandbox();
      const environment = { ...sandbox.environment, CHECKOUT_REQUIRE_SIGN_IN: 'on' };
      app = await startApp(engine, { environment, cards: stubCards() });
    });
    afterEach(async () => {
      await app.close();
      await sandbox.running.close();
    });

    test('asks a visitor to sign in, and stores nothing', async () => {
      const asked = refusal('sign_in_required', barrierSentences.signInToDonate);
      const card = await postCheckout(app, checkoutBody(), { key: 'some-key' });
      expect([card.statusCode, card.json()]).toEqual([401, asked]);
      const paypal = await paypalPage(app).requestOrder();
      expect([paypal.statusCode, paypal.json()]).toEqual([401, asked]);
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
    });

    test('accepts the checkouts of a signed-in donor', async () => {
      const { cookie } = await signIn(app);
      expect((await postCheckout(app, checkoutBody(), { headers: { cookie } })).statusCode).toBe(200);
      expect((await paypalPage(app, cookie).requestOrder()).statusCode).toBe(200);
    });
  });
});
