import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import {
  readBankEntries,
  readComparisons,
  readMovements,
  readPayouts,
} from '#test/support/payments/balance-records.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';
import type { ProviderPayout } from '#server/ports/balances.ts';
import { bookPayouts } from './payouts.ts';

const daySeconds = 24 * 60 * 60;
/** CA$5.24 less Stripe's fee of 45 cents. */
const netMinor = 479;

forEachDatabase((engine) => {
  describe("Stripe's balance and payouts", () => {
    let world: AppWithSandbox;
    const run = () => reconcile(world.app.deps, 'recent');
    const read = () => world.app.deps.db.read;
    const payoutRows = () => readPayouts(read());
    const movements = () => readMovements(read());
    const bank = () => readBankEntries(read());
    const comparisons = () => readComparisons(read(), 'stripe');
    const payOut = async (): Promise<string> => {
      const { payouts } = await world.control.payOut();
      return payouts[0]?.payoutId ?? '';
    };

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      await world.control.clearFaults();
      await run();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('a charge is pending at Stripe, then available, and the ledger has the same sum', async () => {
      await world.pay();
      await world.advance(60 * 60);
      await run();
      await world.advance(3 * daySeconds);
      await run();
      expect(await comparisons()).toEqual([
        { available: 0, pending: netMinor, ledger: netMinor, unbooked: 0, unexplained: 0 },
        { available: netMinor, pending: 0, ledger: netMinor, unbooked: 0, unexplained: 0 },
      ]);
    });

    test('a payout is booked to the bank once, and follows its status', async () => {
      await world.pay();
      await world.advance(3 * daySeconds);
      const payoutId = await payOut();
      await world.advance(60 * 60);
      await run();
      expect(await payoutRows()).toMatchObject([{ payout_id: payoutId, amount_minor: netMinor, status: 'in_transit' }]);
      await world.advance(daySeconds);
      await world.control.payOut();
      await run();
      await run();
      expect(await payoutRows()).toMatchObject([{ payout_id: payoutId, status: 'paid', return_movement_id: null }]);
      expect(await bank()).toEqual([netMinor]);
      expect(await clearingBalance(world.app.deps)).toEqual({ cad: 0 });
    });

    test.each([2, 36, 80])('a payout that fails after %d days is booked back once', async (days) => {
      await world.pay();
      await world.advance(3 * daySeconds);
      const payoutId = await payOut();
      await world.advance(days * daySeconds);
      await run();
      await world.control.failPayout(payoutId);
      await world.advance(daySeconds);
      await run();
      await run();
      expect(await bank()).toEqual([netMinor, -netMinor]);
      expect(await payoutRows()).toMatchObject([{ status: 'failed', return_movement_id: expect.any(String) }]);
      expect((await comparisons()).at(-1)).toMatchObject({ available: netMinor, ledger: netMinor, unexplained: 0 });
      expect(await movements()).toEqual([]);
    });

    test('a payout that is first seen after it failed is booked both ways', async () => {
      await world.pay();
      await world.advance(3 * daySeconds);
      await world.control.failPayout(await payOut());
      await world.advance(daySeconds);
      await run();
      expect(await bank()).toEqual([netMinor, -netMinor]);
    });

    test('a process that dies between the entries of a payout and of its return leaves neither', async () => {
      const at = world.app.clock.now();
      const payout: ProviderPayout = {
        payoutId: 'po_1',
        amount: money(100, 'CAD'),
        status: 'failed',
        createdAt: at,
        arrivesAt: at,
        movementId: 'txn_1',
        returned: { movementId: 'txn_2', at },
      };
      let ids = 0;
      const bytes = (count: number): Uint8Array => {
        ids += 1;
        if (ids === 2) throw new Error('the process dies');
        return world.app.deps.random.bytes(count);
      };
      await expect(bookPayouts({ ...world.app.deps, random: { bytes } }, 'stripe', [payout])).rejects.toThrow('dies');
      expect(await bank()).toEqual([]);
      expect(await payoutRows()).toEqual([]);
      expect(await bookPayouts(world.app.deps, 'stripe', [payout])).toBe(1);
      expect(await bank()).toEqual([100, -100]);
    });

    test('fees, top-ups and corrections that belong to no payment are listed once for review', async () => {
      await world.pay();
      await world.control.changeBalance('stripe_fee', -200);
      await world.control.changeBalance('topup', 5000);
      await world.control.changeBalance('adjustment', -7, 'usd');
      await world.advance(60 * 60);
      await run();
      await world.advance(60 * 60);
      await run();
      const listed = (await movements()).map(
        ({ kind, amount_minor: amount, currency }) => `${kind} ${amount} ${currency}`,
      );
      expect(listed.toSorted()).toEqual(['adjustment -7 USD', 'stripe_fee -200 CAD', 'topup 5000 CAD']);
      expect((await comparisons()).map(({ unexplained }) => unexplained)).toEqual([0, 0, 0, 0]);
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({ msg: 'movements that the ledger does not know; needs review', movements: 3 }),
      );
    });

    test('a movement that is less than 15 minutes old waits for the next run', async () => {
      await world.pay();
      await world.control.changeBalance('topup', 5000);
      await run();
      expect(await movements()).toEqual([]);
      await world.advance(20 * 60);
      await run();
      expect(await movements()).toMatchObject([{ kind: 'topup', amount_minor: 5000 }]);
    });

    test('a difference that nothing explains is stored, and logged for review', async () => {
      await world.pay();
      await world.advance(60 * 60);
      await run();
      await world.app.deps.db.write
        .updateTable('ledger_entries')
        .set((e) => ({ amount_minor: e('amount_minor', '+', 3) }))
        .where('account', '=', 'clearing:stripe')
        .where('amount_minor', '>', 0)
        .execute();
      await world.advance(60 * 60);
      await run();
      expect((await comparisons()).at(-1)).toMatchObject({ ledger: netMinor + 3, unexplained: -3 });
      expect(world.app.logged).toContainEqual(
        expect.objectContaining({ msg: 'provider balance differs; needs review', unexplained: -3 }),
      );
      await world.app.deps.db.write
        .updateTable('ledger_entries')
        .set((e) => ({ amount_minor: e('amount_minor', '-', 3) }))
        .where('account', '=', 'clearing:stripe')
        .where('amount_minor', '>', 0)
        .execute();
    });

    test('a payment made at this moment is left out on both sides', async () => {
      await world.pay();
      await world.advance(2 * 60 * 60);
      await world.pay();
      await run();
      expect(await comparisons()).toEqual([
        { available: 0, pending: netMinor, ledger: netMinor, unbooked: 0, unexplained: 0 },
      ]);
    });

    test.each(['payout_read', 'balance_read'])('without the permission %s nothing is compared', async (permission) => {
      await world.pay();
      await world.advance(60 * 60);
      await world.control.takePermission(permission);
      const result = await run();
      expect(result?.providers.stripe).toMatchObject({ feesBooked: 1 });
      expect(result?.missingPermissions.map(({ permission: id }) => id)).toEqual([permission]);
      expect(await comparisons()).toEqual([]);
    });

    test('payouts from the time without the permission are booked after it is granted', async () => {
      await world.pay();
      await world.advance(60 * 60);
      await run();
      await world.control.takePermission('payout_read');
      await world.advance(3 * daySeconds);
      await payOut();
      for (let month = 1; month <= 3; month += 1) {
        await world.advance(31 * daySeconds);
        await run();
      }
      expect(await bank()).toEqual([]);
      await world.control.clearFaults();
      await run();
      expect(await bank()).toEqual([netMinor]);
      expect((await comparisons()).at(-1)).toMatchObject({ available: 0, pending: 0, ledger: 0, unexplained: 0 });
    });

    test('the review of a movement ends when the payment that it names is in the ledger', async () => {
      await world.pay();
      await world.control.changeBalance('topup', 100);
      await world.advance(20 * 60);
      await run();
      const [movement] = await movements();
      const payment = await read()
        .selectFrom('donation_intents')
        .select('provider_payment_id')
        .executeTakeFirstOrThrow();
      await world.app.deps.db.write
        .updateTable('provider_movements')
        .set({ source_id: payment.provider_payment_id })
        .where('movement_id', '=', movement?.movement_id ?? '')
        .execute();
      await run();
      expect(await movements()).toMatchObject([{ ledger_cause: expect.stringMatching(/^settlement:/) }]);
      await world.app.deps.db.write.deleteFrom('provider_movements').execute();
    });

    test('a run with an unavailable list fails, and the next run books everything', async () => {
      await world.pay();
      await world.advance(3 * daySeconds);
      await payOut();
      await world.control.armApiFault({ kind: 'status', status: 503, path: '/v1/balance_transactions', times: 9 });
      const result = await run();
      expect(result?.providers.stripe ?? 'unavailable').toBe('unavailable');
      await world.control.clearFaults();
      await world.advance(60 * 60);
      await run();
      expect(await bank()).toEqual([netMinor]);
      expect((await comparisons()).at(-1)).toMatchObject({ unexplained: 0 });
    });
  });
});
