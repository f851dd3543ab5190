import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { erasePayerEmail } from '#server/donations/index.ts';
import { reconcile } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';

forEachDatabase((engine) => {
  describe('the card that paid a donation', () => {
    let world: AppWithSandbox;
    let donationId: string;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      ({ donationId } = await world.pay());
    });
    afterEach(() => world.close());

    const cards = async () =>
      (await world.app.deps.db.read.selectFrom('payment_cards').selectAll().execute()).map((card) => [
        card.brand,
        card.last_four,
        card.paid_at,
      ]);
    const donatedAt = async (): Promise<string> =>
      (await world.app.deps.db.read.selectFrom('donations').select('donated_at').executeTakeFirstOrThrow()).donated_at;

    test('is stored once, with its fee, when the provider lists it', async () => {
      expect(await cards()).toEqual([]);
      await reconcile(world.app.deps, 'recent');
      await reconcile(world.app.deps, 'recent');
      expect(await cards()).toEqual([['visa', '4242', await donatedAt()]]);
    });

    test('is erased with the address of a guest, and not stored afterward', async () => {
      const intent = world.app.deps.db.write.updateTable('payer_emails').set({ email: 'a@b.ca', email_key: 'a@b.ca' });
      await reconcile(world.app.deps, 'recent');
      await intent.execute();
      await erasePayerEmail(world.app.deps, 'a@b.ca');
      await reconcile(world.app.deps, 'recent');
      expect(await cards()).toEqual([[null, null, await donatedAt()]]);
    });

    test('is erased with the account that owns the donation', async () => {
      await reconcile(world.app.deps, 'recent');
      const { cookie } = await signIn(world.app);
      await call(world.app, { method: 'PATCH', url: `/api/donations/${donationId}/claim`, cookie, body: {} });
      const deletion = {
        method: 'POST',
        url: '/api/account/deletion',
        cookie,
        body: { password: donorPassword },
      } as const;
      expect((await call(world.app, deletion)).statusCode).toBe(200);
      expect(await cards()).toEqual([[null, null, await donatedAt()]]);
    });
  });
});
