import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';

forEachDatabase((engine) => {
  describe('the email address on the hosted page', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app, { email: 'noor@example.org' });
    });
    afterEach(() => world.close());

    const sessions = () => [...world.sandbox.sandbox.store.checkoutSessions.values()];
    const changeEmail = (email: string) =>
      world.app.deps.db.write.updateTable('users').set({ email }).where('id', '=', donor.user.id).execute();
    const checkout = () =>
      postCheckout(world.app, checkoutBody(), { headers: { cookie: donor.cookie, 'idempotency-key': 'basket-key-1' } });

    test.each([false, true])("is a signed-in donor's (monthly donation: %s)", async (recurring) => {
      const { sessionId } = await world.openCheckout(checkoutBody({ donation: { recurring } }), donor.cookie);
      const page = await (await fetch(`${world.sandbox.url}/c/pay/${sessionId}`)).text();
      expect(page).toMatch(/name="email" type="email" value="noor@example.org"/);
    });

    test('is empty for a guest', async () => {
      await world.openCheckout();
      expect(sessions()).toMatchObject([{ customerEmail: null }]);
    });

    test('is left out when the provider refuses it, and the checkout still opens', async () => {
      await changeEmail('noor');
      expect((await checkout()).statusCode).toBe(200);
      expect(sessions()).toMatchObject([{ customerEmail: null }]);
    });

    test('can change between two attempts that open one session', async () => {
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'POST', times: 2 });
      expect((await checkout()).statusCode).toBe(503);
      world.app.clock.advance(1000);
      await changeEmail('new@example.org');
      const opened = await checkout();
      expect(opened.statusCode).toBe(200);
      expect(sessions()).toMatchObject([{ customerEmail: 'new@example.org' }]);
    });
  });
});
