import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moneyInResponse, type MoneyInResponse } from '#contract/admin/today.ts';
import { writeBalances } from '#server/accounting/index.ts';
import { reconcile } from '#server/payments/index.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { createMoneyInReader } from './money-in.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';

const coffee = { currency: 'CAD', payments: 1, donations: 4.76, serviceFees: 0.48 };
const nothing = { refunds: 0, disputes: 0, disputeLosses: 0, providerFees: 0 };

forEachDatabase((engine) => {
  describe('the money that came in', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const today = (): string => world.app.clock.now().toISOString().slice(0, 10);
    const request = async (query = '') =>
      world.app.server.inject({
        method: 'GET',
        url: `/api/admin/money-in${query}`,
        headers: { cookie: await signInAdmin(world.app) },
      });
    const read = async (query = ''): Promise<MoneyInResponse> => moneyInResponse.parse((await request(query)).json());

    test('is nothing before the first donation; the periods are the last 30 days or 12 months', async () => {
      const days = await read();
      expect([days.sums, days.periods.length, days.periods.at(-1)]).toEqual([[], 30, today()]);
      const months = await read('?by=month');
      expect([months.sums, months.periods.length, months.periods.at(-1)]).toEqual([[], 12, today().slice(0, 7)]);
      expect(new Set(months.periods).size).toBe(12);
    });

    test('shows the donation and our fee separately, with what the provider kept', async () => {
      await world.pay();
      expect((await read()).sums).toEqual([{ ...coffee, ...nothing, period: today() }]);
      await reconcile(world.app.deps, 'recent');
      const [sum] = (await read()).sums;
      expect(sum?.providerFees).toBeGreaterThan(0);
    });

    test('still includes donations that are refunded, and shows the refund', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment?.paymentIntentId ?? '', 524);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect((await read()).sums).toEqual([{ ...coffee, ...nothing, refunds: 5.24, period: today() }]);
    });

    test('shows what a dispute took, and what it took beyond the donation', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment?.paymentIntentId ?? '', 200);
      await world.control.openDispute(payment?.paymentIntentId ?? '', { amountMinor: 524 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      const [sum] = (await read()).sums;
      expect(sum).toMatchObject({ ...coffee, refunds: 2, disputes: 3.24, disputeLosses: 2 });
    });

    test('is counted on the day and in the month of its payment', async () => {
      await world.pay();
      const first = today();
      await read(); // while the day is not over, so its sums are not cached
      await world.pay();
      await world.advance(48 * 60 * 60);
      await world.pay();
      const { sums } = await read();
      expect(sums.map(({ period, payments }) => [period, payments])).toEqual([
        [first, 2],
        [today(), 1],
      ]);
      const months = await read('?by=month');
      expect(months.sums.reduce((count, { payments }) => count + payments, 0)).toBe(3);
    });

    test('of a past day is read from the ledger once', async () => {
      await world.pay();
      await world.advance(48 * 60 * 60);
      const before = await read();
      await sql`update ledger_transactions set posted_at = '2001-01-01T00:00:00.000Z'`.execute(world.app.deps.db.write);
      expect(await read()).toEqual(before);
    });

    test('of a written day is stored, and the same as in the ledger', async () => {
      await world.pay();
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment?.paymentIntentId ?? '', 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await reconcile(world.app.deps, 'recent');
      await world.advance(48 * 60 * 60);
      const { deps } = world.app;
      const fromLedger = await createMoneyInReader(deps)('day');
      expect(fromLedger.sums).toMatchObject([{ ...coffee, refunds: 1 }]);
      await writeBalances(deps);
      await sql`update ledger_transactions set posted_at = '2001-01-01T00:00:00.000Z'`.execute(deps.db.write);
      expect(await createMoneyInReader(deps)('day')).toEqual(fromLedger);
    });

    test('of a day that an earlier release wrote is read from the ledger', async () => {
      await world.pay();
      await world.advance(48 * 60 * 60);
      const { deps } = world.app;
      await writeBalances(deps);
      await deps.db.write.deleteFrom('daily_money_in').execute();
      const { sums } = await createMoneyInReader(deps)('day');
      expect(sums).toMatchObject([coffee]);
    });

    test('can be requested only by day or by month', async () => {
      expect((await request('?by=year')).statusCode).toBe(400);
    });
  });
});
