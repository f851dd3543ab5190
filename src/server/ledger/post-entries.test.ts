import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { postEntries, type LedgerTransaction } from './post-entries.ts';

const balanced: LedgerTransaction = {
  cause: 'settlement:int_1',
  intentId: null,
  occurredAt: new Date('2026-03-04T11:59:00.000Z'),
  postings: [
    { account: 'clearing:stripe', amount: money(500, 'CAD') },
    { account: 'charity:6', amount: money(-500, 'CAD') },
  ],
};

forEachDatabase((engine) => {
  describe('posting to the ledger', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    const post = (transaction: LedgerTransaction) =>
      inTransaction(app.deps.db, (tx) => postEntries(app.deps, tx, transaction));
    const entries = () => app.deps.db.read.selectFrom('ledger_entries').selectAll().orderBy('line').execute();

    test.each([
      ['does not sum to zero', [{ account: 'charity:6', amount: money(-500, 'CAD') }]],
      [
        'sums to zero only across currencies',
        [
          { account: 'clearing:stripe', amount: money(500, 'USD') },
          { account: 'charity:6', amount: money(-500, 'CAD') },
        ],
      ],
    ] as const)('a transaction that %s is refused, and nothing is written', async (_case, postings) => {
      await expect(post({ ...balanced, postings })).rejects.toThrow(
        new RangeError('settlement:int_1 does not balance'),
      );
      expect(await entries()).toEqual([]);
    });

    test('a balanced transaction is stored with its lines in order, and with the times of the event and the posting', async () => {
      await post(balanced);
      const [transaction] = await app.deps.db.read.selectFrom('ledger_transactions').selectAll().execute();
      expect(transaction).toMatchObject({
        occurred_at: '2026-03-04T11:59:00.000Z',
        posted_at: '2026-03-04T12:00:00.000Z',
      });
      expect((await entries()).map(({ line, account, amount_minor: amount }) => [line, account, amount])).toEqual([
        [1, 'clearing:stripe', 500],
        [2, 'charity:6', -500],
      ]);
    });

    test('a second transaction with the same cause is refused', async () => {
      await expect(post(balanced)).rejects.toThrow(/unique/i);
      expect(await entries()).toHaveLength(2);
    });
  });
});
