import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { todayResponse, type TodayResponse } from '#contract/admin/today.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { requestApproval } from '#server/staff/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { enterAccount, openBatch, paidBatch } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertRatesVersion, newRate } from '#test/support/rates/rates.ts';

forEachDatabase((engine) => {
  describe('Today', () => {
    let app: TestApp;
    let olga: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => app.close());

    const get = (path: string, { cookie } = olga) => call(app, { method: 'GET', url: `/api/admin/${path}`, cookie });
    const read = async (): Promise<TodayResponse> => todayResponse.parse((await get('today')).json());
    const requestRefund = async (donationId: string) => {
      const requester = await memberOf(app.deps, 'usr_sam');
      return inTransaction(app.deps.db, (tx) =>
        requestApproval(app.deps, tx, {
          kind: 'refund',
          subject: { kind: 'donation', id: donationId },
          payload: { amountMinor: 500, remainingMinor: 500, currency: 'CAD', isRest: true, key: null },
          reason: 'Paid twice',
          requester,
        }),
      );
    };

    test('counts what the page of approvals lists', async () => {
      expect((await read()).waitingApprovals).toBe(0);
      await requestRefund('don_1');
      await requestRefund('don_2');
      await paidBatch(app);
      await openBatch(app);
      await enterAccount(app);
      expect((await read()).waitingApprovals).toBe(4);
      const listed = [(await get('approvals')).json<unknown[]>(), (await get('payout-decisions')).json<unknown[]>()];
      expect(listed.map(({ length }) => length)).toEqual([2, 2]);
      await app.deps.db.write.updateTable('approvals').set({ status: 'declined' }).execute();
      expect((await read()).waitingApprovals).toBe(2);
    });

    test('names each old rate in one list, by its age', async () => {
      await insertRatesVersion(app, {
        CAD: newRate({ day: '2026-02-24' }),
        EUR: newRate({ currency: 'EUR', day: '2026-01-30' }),
        GBP: newRate({ currency: 'GBP', day: '2026-01-10' }),
      });
      expect(await read()).toMatchObject({ oldRates: ['CAD'], alertedRates: ['EUR'], expiredRates: ['GBP'] });
    });
  });
});
