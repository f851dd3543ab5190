import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { payWithPayPal } from '#test/support/payments/paypal-calls.ts';
import {
  readBankEntries,
  readComparisons,
  readMovements,
  readPayouts,
} from '#test/support/payments/balance-records.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';

const hourSeconds = 60 * 60;
/** The time after which the report is complete. */
const coveredSeconds = 4 * hourSeconds;
/** CA$5.24 less PayPal's fee of 45 cents. */
const netMinor = 479;

forEachDatabase((engine) => {
  describe("PayPal's balance and payouts", () => {
    let world: AppWithSandbox;
    const run = () => reconcile(world.app.deps, 'recent');
    const read = () => world.app.deps.db.read;
    const payoutRows = () => readPayouts(read());
    const movements = () => readMovements(read());
    const bank = () => readBankEntries(read());
    const comparisons = () => readComparisons(read(), 'paypal');
    const withdraw = async (): Promise<string> => {
      const { withdrawals } = await world.control.withdraw();
      return withdrawals[0]?.withdrawalId ?? '';
    };
    const lastCapture = async (): Promise<string> => (await world.control.readCaptures()).at(-1)?.captureId ?? '';
    const matching = (amountMinor: number, withheld = 0) => ({
      available: amountMinor - withheld,
      pending: withheld,
      ledger: amountMinor,
      unbooked: 0,
      unexplained: 0,
    });

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      await world.control.clearFaults();
      await run();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('balances are compared as of a time that the report covers', async () => {
      await payWithPayPal(world);
      await world.advance(2 * hourSeconds);
      await run();
      expect(await comparisons()).toEqual([matching(0)]);
      await world.advance(2 * hourSeconds);
      await payWithPayPal(world);
      await run();
      expect((await comparisons()).at(-1)).toEqual(matching(netMinor));
      await world.advance(coveredSeconds);
      await run();
      expect((await comparisons()).at(-1)).toEqual(matching(2 * netMinor));
    });

    test('a payout is booked to the bank once, and follows its status', async () => {
      await payWithPayPal(world);
      await world.advance(hourSeconds);
      const payoutId = await withdraw();
      await world.advance(coveredSeconds);
      await run();
      expect(await payoutRows()).toMatchObject([
        { provider: 'paypal', payout_id: payoutId, amount_minor: netMinor, status: 'in_transit' },
      ]);
      await world.advance(24 * hourSeconds);
      await run();
      await run();
      expect(await payoutRows()).toMatchObject([{ payout_id: payoutId, status: 'paid', return_movement_id: null }]);
      expect(await bank()).toEqual([netMinor]);
      expect(await clearingBalance(world.app.deps, 'paypal')).toEqual({ cad: 0 });
      expect((await comparisons()).at(-1)).toEqual(matching(0));
      expect(await movements()).toEqual([]);
    });

    test.each([1, 30, 36, 80])('a payout that the bank returns after %d days is booked back once', async (days) => {
      await payWithPayPal(world);
      await world.advance(hourSeconds);
      const payoutId = await withdraw();
      await world.advance(days * 24 * hourSeconds);
      await run();
      await world.control.returnWithdrawal(payoutId);
      await world.advance(coveredSeconds);
      await run();
      await run();
      expect(await bank()).toEqual([netMinor, -netMinor]);
      expect(await payoutRows()).toMatchObject([{ status: 'failed', return_movement_id: expect.any(String) }]);
      expect((await comparisons()).at(-1)).toEqual(matching(netMinor));
      expect(await movements()).toEqual([]);
    });

    test('withheld money is stored separately and does not count as a difference', async () => {
      await payWithPayPal(world);
      await world.control.changePayPalBalance('T2101', -200);
      await world.advance(coveredSeconds);
      await run();
      expect((await comparisons()).at(-1)).toEqual(matching(netMinor, 200));
      expect(await movements()).toEqual([]);
    });

    test('fees, deposits and conversions that belong to no payment are listed once for review', async () => {
      await payWithPayPal(world);
      await world.control.changePayPalBalance('T0101', -300);
      await world.control.changePayPalBalance('T0300', 5000);
      await world.control.changePayPalBalance('T0200', 7, 'USD');
      await world.advance(coveredSeconds);
      await run();
      await world.advance(hourSeconds);
      await run();
      expect(
        (await movements()).map((row) => `${row.kind} ${row.description} ${row.amount_minor} ${row.currency}`),
      ).toEqual(['T0101 Fee -300 CAD', 'T0200 Currency conversion 7 USD', 'T0300 Money added from a bank 5000 CAD']);
      expect((await comparisons()).map(({ unexplained }) => unexplained)).toEqual([0, 0, 0, 0]);
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({
          provider: 'paypal',
          msg: 'movements that the ledger does not know; needs review',
          movements: 3,
        }),
      );
    });

    test('refunds, eChecks and disputes with their fees need no review', async () => {
      await payWithPayPal(world);
      await world.control.refundCapture(await lastCapture(), 100);
      await payWithPayPal(world, 'echeck');
      await payWithPayPal(world);
      const { disputeId } = await world.control.openPayPalDispute(await lastCapture());
      await world.advance(coveredSeconds);
      await run();
      expect((await comparisons()).at(-1)).toEqual(matching(netMinor - 100 - 45 - 2000));
      await world.control.decidePayPalDispute(disputeId, 'seller');
      await world.advance(5 * 24 * hourSeconds);
      await world.advance(coveredSeconds);
      await run();
      expect((await comparisons()).at(-1)).toEqual(matching(3 * netMinor - 100 - 2000));
      expect(await movements()).toEqual([]);
    });

    test('the fee of an eCheck that was paid days before our first donation is booked', async () => {
      await payWithPayPal(world, 'echeck');
      await world.advance(78 * hourSeconds);
      await payWithPayPal(world);
      await world.advance(5 * 24 * hourSeconds);
      await world.advance(coveredSeconds);
      await run();
      expect(await clearingBalance(world.app.deps, 'paypal')).toEqual({ cad: 2 * netMinor });
      expect((await comparisons()).at(-1)).toEqual(matching(2 * netMinor));
    });

    test('a dispute that the ledger has not booked is listed until it is booked', async () => {
      await payWithPayPal(world);
      await world.control.armWebhookFault({ kind: 'never_generate', eventTypes: null, times: 99 });
      await world.control.openPayPalDispute(await lastCapture());
      await world.control.takePermission('customer_disputes');
      await world.advance(coveredSeconds);
      await run();
      expect(await movements()).toMatchObject([
        { kind: 'T0106', amount_minor: -2000 },
        { kind: 'T1201', amount_minor: -524 },
      ]);
      expect(await comparisons()).toEqual([]);
      await world.control.clearFaults();
      await world.advance(hourSeconds);
      await run();
      const resolved = expect.stringMatching(/^dispute:paypal:PP-D-/);
      expect(await movements()).toMatchObject([{ ledger_cause: resolved }, { ledger_cause: resolved }]);
      expect((await comparisons()).at(-1)).toEqual(matching(-2000 - 45));
    });

    test.each(['transaction_search', 'account_balances'])(
      'without the feature %s nothing is compared',
      async (feature) => {
        await payWithPayPal(world);
        await world.advance(coveredSeconds);
        await world.control.takePermission(feature);
        for (let count = 1; count <= 3; count += 1) {
          const result = await run();
          expect(result?.providers.paypal).toMatchObject({ unknownAtProvider: [] });
          expect(result?.missingPermissions.map(({ permission: id }) => id)).toEqual([feature]);
        }
        expect(await comparisons()).toEqual([]);
        expect(await world.donations()).toHaveLength(1);
      },
    );

    test('payouts and fees from the time without the feature are booked after it is granted', async () => {
      await payWithPayPal(world);
      await world.advance(hourSeconds);
      await world.control.takePermission('transaction_search');
      await withdraw();
      for (let month = 1; month <= 3; month += 1) {
        await world.advance(31 * 24 * hourSeconds);
        await run();
      }
      expect(await bank()).toEqual([]);
      await world.control.clearFaults();
      await run();
      expect(await bank()).toEqual([netMinor]);
      expect((await comparisons()).at(-1)).toEqual(matching(0));
    });

    test.each(['/v1/reporting/balances', '/v1/reporting/transactions'])(
      'when PayPal limits calls of %s, nothing is compared, and the next run books and compares everything',
      async (path) => {
        await payWithPayPal(world);
        await world.advance(hourSeconds);
        await withdraw();
        await world.advance(coveredSeconds);
        await world.control.armApiFault({ kind: 'status', status: 429, path, times: 9 });
        expect((await run())?.providers.paypal ?? 'unavailable').toBe('unavailable');
        expect(await comparisons()).toEqual([]);
        await world.control.clearFaults();
        await world.advance(hourSeconds);
        await run();
        expect(await bank()).toEqual([netMinor]);
        expect((await comparisons()).at(-1)).toEqual(matching(0));
      },
    );

    test('a difference that nothing explains is stored, and logged for review', async () => {
      await payWithPayPal(world);
      await world.advance(coveredSeconds);
      await run();
      const change = (minor: number) =>
        world.app.deps.db.write
          .updateTable('ledger_entries')
          .set((e) => ({ amount_minor: e('amount_minor', '+', minor) }))
          .where('account', '=', 'clearing:paypal')
          .where('amount_minor', '>', 0)
          .execute();
      await change(3);
      await world.advance(hourSeconds);
      await run();
      expect((await comparisons()).at(-1)).toMatchObject({ ledger: netMinor + 3, unexplained: -3 });
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({ provider: 'paypal', msg: 'provider balance differs; needs review', unexplained: -3 }),
      );
      await change(-3);
    });
  });
});
