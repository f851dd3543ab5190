import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup, type Backup } from '#test/support/payments/backup.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { captureAtPayPal, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { findForeignInstallations, replaceInstallation } from './installations.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('without any backup', () => {
    let world: AppWithSandbox;
    let empty: Backup;
    let lostSince: Date;
    const read = () => world.app.deps.db.read;
    const left = () =>
      read().selectFrom('quarantined_events').select('reason').where('resolved_at', 'is', null).execute();

    /** Makes payments of each kind over two months. */
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      empty = await takeBackup(world.app.deps);
      lostSince = world.app.deps.clock.now();
      const { cookie } = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), cookie);
      await world.pay();
      const orderId = await paypalPage(world.app).order();
      await world.control.approveOrder(orderId, 'balance', 'payer@example.org');
      captureAtPayPal(world, orderId);
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment!.paymentIntentId, 100);
      for (const days of [15, 17, 15, 17]) await world.advance(days * daySeconds);
    });
    afterEach(() => world.close());

    const loseDatabase = async (): Promise<string> => {
      await restoreBackup(world.app.deps, empty);
      await world.app.deps.db.write
        .updateTable('installations')
        .set({ id: newId('ins', world.app.deps.random) })
        .execute();
      await world.advance(60);
      return world.app.deps.installationId;
    };

    test('a new database does not rebuild the payments of the lost one', async () => {
      const lost = await loseDatabase();
      await reconcile(world.app.deps, 'recent', { lostSince });
      expect(await read().selectFrom('donations').select('id').execute()).toEqual([]);
      expect(new Set((await left()).map(({ reason }) => reason))).toEqual(new Set(['other_installation']));
      expect(await findForeignInstallations(read())).toEqual([lost]);
    });

    test('a new database that replaces the lost one has every payment again, and sends no email twice', async () => {
      const donations = () => read().selectFrom('donations').select(['id', 'donated_at']).orderBy('id').execute();
      const before = await donations();
      const lost = await loseDatabase();
      await reconcile(world.app.deps, 'recent');
      await replaceInstallation(world.app.deps, lost);
      await reconcile(world.app.deps, 'recent', { isRestored: true, lostSince });
      expect([await donations(), before.length]).toEqual([before, 5]);
      expect(await world.discrepancies()).toEqual([]);
      expect(await left()).toEqual([]);
      const mails = await read().selectFrom('outbox').select('status').where('kind', '=', 'receipt').execute();
      expect(mails.map(({ status }) => status)).toEqual(Array(5).fill('held'));
    });
  });
});
