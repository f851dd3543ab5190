import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { postDonation, postReversal, type PostedDonation } from '#test/support/payouts/ledger-world.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { copyPayableEntries } from './copy-entries.ts';

forEachDatabase((engine) => {
  describe('the copy of payable entries', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const donate = (): Promise<PostedDonation> =>
      postDonation(app.deps, { charityId: 6, currency: 'CAD', amountMinor: 1000 });
    const copied = async () => {
      await copyPayableEntries(app.deps);
      return app.deps.db.read
        .selectFrom('payable_entries')
        .select(['charity_id', 'currency', 'amount_minor', 'is_reversal', 'intent_id', 'settled_at', 'posted_at'])
        .orderBy('posted_at')
        .orderBy('amount_minor', 'desc')
        .execute();
    };
    const minutes = (count: number) => app.clock.advance(count * 60_000);

    test('has a donation and its refund, both with the time of the settlement', async () => {
      const donation = await donate();
      minutes(10);
      await postReversal(app.deps, donation, 400);
      const row = {
        charity_id: 6,
        currency: 'CAD',
        intent_id: donation.intentId,
        settled_at: '2026-03-04T12:00:00.000Z',
      };
      expect(await copied()).toEqual([
        { ...row, amount_minor: 1000, is_reversal: 0, posted_at: '2026-03-04T12:00:00.000Z' },
        { ...row, amount_minor: -400, is_reversal: 1, posted_at: '2026-03-04T12:10:00.000Z' },
      ]);
    });

    test('gains only new entries when it is updated again, even by two callers at the same time', async () => {
      await donate();
      expect(await copied()).toHaveLength(1);
      minutes(90);
      await donate();
      await Promise.all([copyPayableEntries(app.deps), copyPayableEntries(app.deps)]);
      expect(await copied()).toHaveLength(2);
    });

    test('gains an entry that became visible up to an hour after its time', async () => {
      const late = await donate();
      minutes(50);
      await donate();
      await app.deps.db.write
        .updateTable('ledger_transactions')
        .set({ posted_at: '2026-03-05T00:00:00.000Z' })
        .where('intent_id', '=', late.intentId)
        .execute();
      expect(await copied()).toHaveLength(2);
      await app.deps.db.write.deleteFrom('payable_entries').where('intent_id', '=', late.intentId).execute();
      await app.deps.db.write
        .updateTable('ledger_transactions')
        .set({ posted_at: '2026-03-04T12:00:00.000Z' })
        .where('intent_id', '=', late.intentId)
        .execute();
      expect(await copied()).toHaveLength(2);
    });

    test('contains all entries even if thousands have the same time', async () => {
      const { intentId } = await donate();
      const at = app.clock.now().toISOString();
      const numbers = Array.from({ length: 2500 }, (_, number) => number);
      for (let from = 0; from < numbers.length; from += 500) {
        const some = numbers.slice(from, from + 500);
        await app.deps.db.write
          .insertInto('ledger_transactions')
          .values(
            some.map((n) => ({
              id: `ltx_${n}`,
              cause: `refund:${n}`,
              intent_id: intentId,
              occurred_at: at,
              posted_at: at,
            })),
          )
          .execute();
        await app.deps.db.write
          .insertInto('ledger_entries')
          .values(
            some.map((n) => ({
              transaction_id: `ltx_${n}`,
              line: 1,
              account: 'charity:6' as const,
              amount_minor: 1,
              currency: 'CAD' as const,
            })),
          )
          .execute();
      }
      expect(await copied()).toHaveLength(2501);
    });
  });
});
