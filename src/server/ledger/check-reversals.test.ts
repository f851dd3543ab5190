import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/reversal-messages.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { checkLedger } from './check-ledger.ts';

const withItsParts = 'a reversal stands in the books with its parts, and with nothing when it does not stand';
const whenGone = 'a reversal stands when the provider says that its money is gone';
const noMoreThanPaid = 'no more goes back than was paid';
const ofAReversal = 'what the books take back belongs to a reversal';
const zeroCurrency = 'entries of a currency sum to zero';
const zeroTransaction = 'entries of a transaction sum to zero in every currency';

type Plant = (db: Kysely<Tables>) => Promise<unknown>;

const first = (db: Kysely<Tables>) => db.updateTable('reversals').where('reversal_id', '=', 're_1');
const entriesOf = (db: Kysely<Tables>, cause: string) =>
  db.selectFrom('ledger_transactions').select('id').where('cause', '=', cause);
const refundLine = (db: Kysely<Tables>, account: string) =>
  db
    .updateTable('ledger_entries')
    .where('transaction_id', 'in', entriesOf(db, 'refund:stripe:re_1:1'))
    .where('account', '=', account);

/** What is wrong, which rules say so, and how it is planted in books with two refunds of 2.00 and 1.00 of CA$5.24. */
const faults: readonly [what: string, broken: readonly string[], plant: Plant][] = [
  [
    'a refund that stands with other parts than were posted',
    [withItsParts],
    (db) => first(db).set({ subtotal_minor: 181, service_fee_minor: 19 }).execute(),
  ],
  ['a refund whose parts do not add up', [withItsParts], (db) => first(db).set({ amount_minor: 201 }).execute()],
  [
    'an entry of a refund that is a cent off',
    [withItsParts, zeroCurrency, zeroTransaction],
    (db) => refundLine(db, 'charity:6').set({ amount_minor: 183 }).execute(),
  ],
  [
    'a refund posted to the wrong account',
    [withItsParts],
    (db) => refundLine(db, 'service_fee_income').set({ account: 'processing_fees' }).execute(),
  ],
  ['a failed refund that still stands', [whenGone], (db) => first(db).set({ status: 'returned' }).execute()],
  ['a refund that was never booked', [whenGone, withItsParts], (db) => first(db).set({ is_standing: 0 }).execute()],
  [
    'a refund of nobody knows which payment',
    [whenGone, withItsParts, ofAReversal],
    (db) => first(db).set({ intent_id: null }).execute(),
  ],
  [
    'more taken back than was paid',
    [noMoreThanPaid, withItsParts],
    (db) => first(db).set({ amount_minor: 425 }).execute(),
  ],
  [
    'a posting whose refund is not known',
    [ofAReversal, withItsParts],
    (db) => db.updateTable('reversals').set({ reversal_id: 're_9' }).where('reversal_id', '=', 're_1').execute(),
  ],
];

forEachDatabase((engine) => {
  describe('books from which money went back', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 }));
      await deliver(app, refundMessage(intent, 'created', { id: 're_2', amountMinor: 100 }));
    });
    afterEach(() => app.close());

    test('are right', async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test.each(faults)('with %s are found wrong', async (_what, rules, plant) => {
      await plant(app.deps.db.write);
      const broken = new Set((await checkLedger(app.deps.db.read)).map(({ rule }) => rule));
      expect([...broken].toSorted()).toEqual(rules.toSorted());
    });
  });
});
