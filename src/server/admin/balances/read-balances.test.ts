import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { balancesResponse, type BalancesResponse } from '#contract/admin/money/balances.ts';
import { todayResponse } from '#contract/admin/today.ts';
import { reconcile } from '#server/payments/index.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { payWithPayPal } from '#test/support/payments/paypal-calls.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';

forEachDatabase((engine) => {
  describe('balances in the admin area', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const get = async (url: string): Promise<unknown> => {
      const cookie = await signInAdmin(world.app);
      return (await world.app.server.inject({ method: 'GET', url, headers: { cookie } })).json();
    };
    const read = async (): Promise<BalancesResponse> => balancesResponse.parse(await get('/api/admin/balances'));
    const review = async () => todayResponse.parse(await get('/api/admin/today')).review;

    test('are empty before anything was compared', async () => {
      expect(await read()).toEqual({ compared: [], missingPermissions: [], movements: [], payouts: [] });
    });

    test('show the latest comparison, payouts, and movements that need review', async () => {
      await world.pay();
      await world.advance(60 * 60);
      await reconcile(world.app.deps, 'recent');
      await world.advance(3 * 24 * 60 * 60);
      const { payouts } = await world.control.payOut();
      await world.control.changeBalance('stripe_fee', -200);
      await world.advance(60 * 60);
      await reconcile(world.app.deps, 'recent');
      const response = await read();
      expect(response.compared).toMatchObject([
        { provider: 'stripe', currency: 'CAD', available: -2, pending: 0, ledger: 0, unbooked: -2, unexplained: 0 },
      ]);
      expect(response.payouts).toMatchObject([{ payoutId: payouts[0]?.payoutId, amount: 4.79, status: 'in_transit' }]);
      expect(response.movements).toMatchObject([{ kind: 'stripe_fee', amount: -2, currency: 'CAD' }]);
      expect(await review()).toEqual([{ kind: 'movements', count: 1 }]);
    });

    test('show our PayPal balance, and PayPal payouts without a day of arrival', async () => {
      await payWithPayPal(world);
      await world.control.changePayPalBalance('T2101', -100);
      await world.advance(60 * 60);
      const { withdrawals } = await world.control.withdraw();
      await world.control.changePayPalBalance('T0101', -300);
      await world.advance(4 * 60 * 60);
      await reconcile(world.app.deps, 'recent');
      const response = await read();
      expect(response.compared).toMatchObject([
        { provider: 'paypal', currency: 'CAD', available: -3, pending: 1, ledger: 1, unbooked: -3, unexplained: 0 },
      ]);
      expect(response.payouts).toMatchObject([
        { provider: 'paypal', payoutId: withdrawals[0]?.withdrawalId, amount: 3.79, arrivesOn: null },
      ]);
      expect(response.movements).toMatchObject([{ provider: 'paypal', kind: 'T0101', description: 'Fee', amount: -3 }]);
      expect(await review()).toEqual([{ kind: 'movements', count: 1 }]);
    });

    test('name the permissions that our PayPal app lacks, until it may read everything', async () => {
      await payWithPayPal(world);
      await world.advance(4 * 60 * 60);
      await world.control.takePermission('transaction_search');
      await reconcile(world.app.deps, 'recent');
      const { compared, missingPermissions } = await read();
      expect(compared).toEqual([]);
      expect(missingPermissions).toEqual([
        {
          provider: 'paypal',
          description: expect.stringMatching(/"Transaction search".*balance is not compared.*Enable/),
        },
      ]);
      await world.control.clearFaults();
      await world.advance(60);
      await reconcile(world.app.deps, 'recent');
      expect(await read()).toMatchObject({
        compared: [{ provider: 'paypal', unexplained: 0 }],
        missingPermissions: [],
      });
    });

    test('need review if they differ, until a later comparison matches', async () => {
      await world.pay();
      await world.advance(60 * 60);
      const { write } = world.app.deps.db;
      const change = (minor: number) =>
        write
          .updateTable('ledger_entries')
          .set((e) => ({ amount_minor: e('amount_minor', '+', minor) }))
          .where('account', '=', 'clearing:stripe')
          .where('line', '=', 1)
          .where('amount_minor', '>', 0)
          .execute();
      await change(3);
      await reconcile(world.app.deps, 'recent');
      expect((await read()).compared).toMatchObject([{ unexplained: -0.03 }]);
      expect(await review()).toEqual([{ kind: 'balances', count: 1 }]);
      await change(-3);
      await world.advance(60);
      await reconcile(world.app.deps, 'recent');
      expect(await review()).toEqual([]);
    });
  });
});
