import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { checkLedger } from './check-ledger.ts';

/** What the right books hold when a fault is planted: two donations, and an intent that is still open. */
interface Books {
  readonly donationId: string;
  readonly intentId: string;
  readonly openIntentId: string;
  readonly transactionId: string;
}

type Fault = (db: Kysely<Tables>, books: Books) => Promise<unknown>;

const entryOf = (db: Kysely<Tables>, { transactionId }: Books) =>
  db.updateTable('ledger_entries').where('transaction_id', '=', transactionId);
const donationOf = (db: Kysely<Tables>, { donationId }: Books) =>
  db.updateTable('donations').where('id', '=', donationId);
const line = (transactionId: string, number: number, account: string, amountMinor: number) => ({
  transaction_id: transactionId,
  line: number,
  account,
  amount_minor: amountMinor,
  currency: 'CAD',
});

const zeroCurrency = 'entries of a currency sum to zero';
const zeroTransaction = 'entries of a transaction sum to zero in every currency';
const asFrozen = 'a donation stands in the books exactly as it was frozen';
const onlyItsOwn = 'a settlement touches the provider, the charity and the fee, in the currency of the charge';
const asIntent = 'a donation is what its intent froze';
const paidInFull = 'a donation was paid in full by what the provider says';
const linesAddUp = 'the lines of a donation add up';
const exactlyWhenSettled = 'an intent has a donation exactly when it is settled';

const faults: readonly [what: string, broken: readonly string[], plant: Fault][] = [
  [
    'an entry that is a cent off',
    [zeroCurrency, zeroTransaction, asFrozen],
    (db, books) => entryOf(db, books).set({ amount_minor: 525 }).where('line', '=', 1).execute(),
  ],
  [
    'an entry that is missing',
    [zeroCurrency, zeroTransaction, asFrozen],
    (db, { transactionId }) =>
      db.deleteFrom('ledger_entries').where('transaction_id', '=', transactionId).where('line', '=', 3).execute(),
  ],
  [
    'a transaction without entries',
    ['a transaction has entries', asFrozen],
    (db, { transactionId }) => db.deleteFrom('ledger_entries').where('transaction_id', '=', transactionId).execute(),
  ],
  [
    'one entry in another currency',
    [zeroCurrency, zeroTransaction, asFrozen, onlyItsOwn],
    (db, books) => entryOf(db, books).set({ currency: 'USD' }).where('line', '=', 1).execute(),
  ],
  [
    'all entries in another currency',
    [asFrozen, onlyItsOwn],
    (db, books) => entryOf(db, books).set({ currency: 'USD' }).execute(),
  ],
  [
    'the line of another charity',
    [asFrozen, onlyItsOwn],
    (db, books) => entryOf(db, books).set({ account: 'charity:9' }).where('line', '=', 2).execute(),
  ],
  [
    'a fee that went to the charity',
    [asFrozen],
    (db, books) => entryOf(db, books).set({ account: 'charity:6' }).where('line', '=', 3).execute(),
  ],
  [
    'two lines too many that balance',
    [onlyItsOwn],
    (db, { transactionId }) =>
      db
        .insertInto('ledger_entries')
        .values([line(transactionId, 4, 'charity:9', -100), line(transactionId, 5, 'processing_fees', 100)])
        .execute(),
  ],
  [
    'two transactions that only balance together',
    [zeroTransaction],
    async (db) => {
      const posted = { intent_id: null, occurred_at: '', posted_at: '' };
      await db
        .insertInto('ledger_transactions')
        .values([
          { id: 'ltx_a', cause: 'a', ...posted },
          { id: 'ltx_b', cause: 'b', ...posted },
        ])
        .execute();
      await db
        .insertInto('ledger_entries')
        .values([line('ltx_a', 1, 'charity:6', 5), line('ltx_b', 1, 'charity:6', -5)])
        .execute();
    },
  ],
  [
    'a settlement that was never posted',
    ['a settlement belongs to a donation', asFrozen],
    (db, { transactionId }) =>
      db
        .updateTable('ledger_transactions')
        .set({ cause: 'settlement:int_other', intent_id: null })
        .where('id', '=', transactionId)
        .execute(),
  ],
  [
    'a donation that is missing',
    ['a settlement belongs to a donation', exactlyWhenSettled],
    (db, { donationId }) => db.deleteFrom('donations').where('id', '=', donationId).execute(),
  ],
  [
    'a receipt that is missing',
    ['a donation has its receipt in the outbox'],
    (db, { donationId }) => db.deleteFrom('outbox').where('dedupe_key', '=', `receipt:${donationId}`).execute(),
  ],
  [
    'a settled intent without a donation',
    [exactlyWhenSettled],
    (db, { openIntentId }) =>
      db.updateTable('donation_intents').set({ status: 'settled' }).where('id', '=', openIntentId).execute(),
  ],
  [
    'a donation whose intent is open',
    [exactlyWhenSettled],
    (db, { intentId }) =>
      db.updateTable('donation_intents').set({ status: 'pending' }).where('id', '=', intentId).execute(),
  ],
  [
    'a donation of another amount',
    [asIntent],
    (db, books) => donationOf(db, books).set({ amount_minor: 351 }).execute(),
  ],
  ['a donation of other meals', [asIntent], (db, books) => donationOf(db, books).set({ meals: 4 }).execute()],
  [
    'a donation to another charity',
    [asFrozen, onlyItsOwn, asIntent],
    (db, books) => donationOf(db, books).set({ charity_id: 9 }).execute(),
  ],
  [
    'a donation at another rate',
    [asIntent],
    (db, books) => donationOf(db, books).set({ exchange_rate: '1.37' }).execute(),
  ],
  [
    'a donation charged a cent more',
    [asFrozen, asIntent, paidInFull, linesAddUp],
    (db, books) => donationOf(db, books).set({ charge_total_minor: 525 }).execute(),
  ],
  [
    'a donation that nobody says was paid',
    [paidInFull],
    (db, { intentId }) => db.deleteFrom('payment_events').where('intent_id', '=', intentId).execute(),
  ],
  [
    'a donation that was paid a cent less',
    [paidInFull],
    (db, { intentId }) =>
      db.updateTable('payment_events').set({ collected_minor: 523 }).where('intent_id', '=', intentId).execute(),
  ],
  [
    'a donation that was paid in another currency',
    [paidInFull],
    (db, { intentId }) =>
      db.updateTable('payment_events').set({ collected_currency: 'USD' }).where('intent_id', '=', intentId).execute(),
  ],
];

forEachDatabase((engine) => {
  describe('the books', () => {
    let app: TestApp;
    let books: Books;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      await deliver(app, paidMessage(await openIntent(app)));
      const { id: openIntentId } = await openIntent(app);
      const { id: transactionId } = await app.deps.db.read
        .selectFrom('ledger_transactions')
        .select('id')
        .where('intent_id', '=', intent.id)
        .executeTakeFirstOrThrow();
      books = { donationId: intent.donation_id, intentId: intent.id, openIntentId, transactionId };
    });
    afterEach(() => app.close());

    const broken = async (): Promise<string[]> => [
      ...new Set((await checkLedger(app.deps.db.read)).map(({ rule }) => rule)),
    ];

    test('are right after donations, paid and open', async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test.each(faults)('with %s are found wrong', async (_what, rules, plant) => {
      await plant(app.deps.db.write, books);
      expect((await broken()).toSorted()).toEqual(rules.toSorted());
    });

    test('name what is wrong, and nothing that is right', async () => {
      await entryOf(app.deps.db.write, books).set({ account: 'charity:9' }).where('line', '=', 2).execute();
      expect(await checkLedger(app.deps.db.read)).toEqual([
        { rule: asFrozen, subject: books.donationId },
        { rule: onlyItsOwn, subject: `settlement:${books.intentId}` },
      ]);
    });
  });

  test('books without a single entry are right', async () => {
    const app = await startApp(engine);
    expect(await checkLedger(app.deps.db.read)).toEqual([]);
    await app.close();
  });
});
