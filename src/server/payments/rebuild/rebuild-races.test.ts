import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup, type Backup } from '#test/support/payments/backup.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import type { Deps } from '#server/deps.ts';
import { followSubscription } from '../plans/follow-subscription.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const daySeconds = 24 * 60 * 60;
const monthly = checkoutBody({ donation: { recurring: true } });

forEachDatabase((engine) => {
  describe('lost payments, a plan and its renewals', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let backup: Backup;
    let lost: string[];
    const deps = (): Deps => world.app.deps;
    const donations = async () =>
      (await deps().db.read.selectFrom('donations').select('id').orderBy('id').execute()).map(({ id }) => id);
    const recent = (from = deps()) => reconcile(from, 'recent');

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      backup = await takeBackup(deps());
      await world.pay(monthly, donor.cookie);
      for (const days of [15, 17, 15, 17]) await world.advance(days * daySeconds);
      for (let payment = 0; payment < 4; payment += 1) await world.pay(checkoutBody(), donor.cookie);
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment!.paymentIntentId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      lost = await donations();
      await restoreBackup(deps(), backup);
      await world.advance(60);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('return once while two servers reconcile, webhooks arrive and donors pay', async () => {
      const [subscription] = await world.control.readSubscriptions();
      const [, , , first, second] = await Promise.all([
        recent(),
        recent(),
        followSubscription(deps(), subscription!.subscriptionId),
        world.pay(),
        world.pay(),
      ]);
      await recent();
      expect(await donations()).toEqual([...lost, first.donationId, second.donationId].toSorted());
      expect(await deps().db.read.selectFrom('plans').select('donor_id').execute()).toEqual([
        { donor_id: donor.user.id },
      ]);
    });

    test.each([1, 3, 5, 6])(
      'return even if the server is killed at log line %i of the first reconciliation',
      async (line) => {
        await expect(recent(dyingAtLogLine(deps(), line))).rejects.toThrow('the server was killed');
        expect((await donations()).length).toBeLessThan(lost.length);
        await recent();
        expect(await donations()).toEqual(lost);
      },
    );

    test('return again after a second restore of the same backup', async () => {
      await recent();
      await restoreBackup(deps(), backup);
      await world.advance(60);
      await recent();
      expect(await donations()).toEqual(lost);
    });
  });
});

/** A server that dies while it logs one of the payments that it records. */
function dyingAtLogLine(deps: Deps, line: number): Deps {
  let logged = 0;
  const info = (): void => {
    logged += 1;
    if (logged === line) throw new Error('the server was killed');
  };
  return { ...deps, log: Object.assign(Object.create(deps.log) as Deps['log'], { info }) };
}
