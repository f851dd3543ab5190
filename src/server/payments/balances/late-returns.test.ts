import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { BalanceMovement } from '#server/ports/balances.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';
import { listOtherMovements } from './other-movements.ts';
import { bookPayouts, bookReturns } from './payouts.ts';

const paidAt = new Date('2026-01-05T09:00:00Z');
const returnedAt = new Date('2026-03-30T09:00:00Z');

const returned = (changes: Partial<BalanceMovement> = {}): BalanceMovement => ({
  movementId: 'RETURN1',
  kind: 'T1101',
  net: money(300, 'CAD'),
  fee: money(0, 'CAD'),
  occurredAt: returnedAt,
  isAvailable: true,
  description: undefined,
  sourceId: undefined,
  returnedPayoutId: 'PAYOUT1',
  ...changes,
});

forEachDatabase((engine) => {
  describe('the return of a payout that the provider no longer lists', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine);
      await bookPayouts(app.deps, 'paypal', [
        {
          payoutId: 'PAYOUT1',
          amount: money(300, 'CAD'),
          status: 'paid',
          createdAt: paidAt,
          arrivesAt: undefined,
          movementId: 'PAYOUT1',
          returned: undefined,
        },
      ]);
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const book = (...movements: BalanceMovement[]) => bookReturns(app.deps, 'paypal', movements);
    const clearing = () => clearingBalance(app.deps, 'paypal');

    test('is booked once, even by two processes at the same time', async () => {
      const counts = await Promise.all([book(returned()), book(returned())]);
      expect(counts.toSorted()).toEqual([0, 1]);
      expect(await book(returned())).toBe(0);
      expect(await clearing()).toEqual({ cad: 0 });
      const rows = await app.deps.db.read.selectFrom('provider_payouts').selectAll().execute();
      expect(rows).toMatchObject([
        { status: 'failed', amount_minor: 300, arrives_on: '2026-01-05', return_movement_id: 'RETURN1' },
      ]);
    });

    test("is booked without the bank's fee, which is left for review", async () => {
      const movement = returned({ net: money(290, 'CAD'), fee: money(10, 'CAD') });
      expect(await book(movement)).toBe(1);
      expect(await clearing()).toEqual({ cad: 0 });
      await listOtherMovements(app.deps, 'paypal', [movement]);
      const listed = await app.deps.db.read.selectFrom('provider_movements').selectAll().execute();
      expect(listed).toMatchObject([{ kind: 'T1101_fee', amount_minor: -10 }]);
    });

    test.each<[string, Partial<BalanceMovement>]>([
      ['of another amount', { net: money(299, 'CAD') }],
      ['in another currency', { net: money(300, 'USD'), fee: money(0, 'USD') }],
      ['of a payout that is not ours', { returnedPayoutId: 'PAYOUT2' }],
    ])('%s is left for review', async (_what, changes) => {
      expect(await book(returned(changes))).toBe(0);
      expect(await clearing()).toEqual({ cad: -300 });
    });

    test('that is already listed for review is left to the reviewer', async () => {
      await listOtherMovements(app.deps, 'paypal', [returned()]);
      expect(await book(returned())).toBe(0);
      expect(await clearing()).toEqual({ cad: -300 });
    });
  });
});
