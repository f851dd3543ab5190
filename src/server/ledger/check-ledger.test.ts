import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Kysely } from 'kysely';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { LedgerEntryRow, Tables } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { bothChecks, expectFault, verifyLedger } from '#test/support/app/ledger-faults.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkLedger } from './check-ledger.ts';

/** Ids in a correct ledger with three donations, two of them new, and an open intent. Faults are planted in this ledger. */
interface Ids {
  readonly donationId: string;
  readonly intentId: string;
  readonly openIntentId: string;
  readonly transactionId: string;
}

type Fault = (db: Kysely<Tables>, ids: Ids) => Promise<unknown>;

const entryOf = (db: Kysely<Tables>, { transactionId }: Ids) =>
  db.updateTable('ledger_entries').where('transaction_id', '=', transactionId);
const donationOf = (db: Kysely<Tables>, { donationId }: Ids) =>
  db.updateTable('donations').where('id', '=', donationId);
const line = (transactionId: string, number: number, account: LedgerAccount, amountMinor: number): LedgerEntryRow => ({
  transaction_id: transactionId,
  line: number,
  account,
  amount_minor: amountMinor,
  currency: 'CAD',
});

async function postFee(db: Kysely<Tables>, intentId: string | null, account: LedgerAccount): Promise<void> {
  const at = { occurred_at: '', posted_at: '2026-03-05T12:00:00.000Z' };
  const posted = { id: 'ltx_fee', cause: 'processing_fee:stripe:fee_1', intent_id: intentId, ...at };
  await db.insertInto('ledger_transactions').values(posted).execute();
  await db
    .insertInto('ledger_entries')
    .values([line(posted.id, 1, 'processing_fees', 45), line(posted.id, 2, account, -45)])
    .execute();
}

const currencyBalances = 'entries of a currency sum to zero';
const transactionBalances = 'entries of a transaction sum to zero in every currency';
const onlyDonations = 'a charity’s account has only donations, their reversals, and payouts';
const postedAsFrozen = 'a donation is posted exactly as it was frozen';
const ownAccountsOnly =
  'a settlement posts only to the provider, the charity and the fee, in the currency of the charge';
const ownFeesOnly = 'a processing fee is posted for a payment, and only to its provider and the fees';
const equalsIntent = 'a donation equals what its intent froze';
const paidInFull = 'a donation was paid in full, as the provider reported';
const linesAddUp = 'the lines of a donation add up';
const exactlyWhenSettled = 'an intent has a donation exactly when it is settled';

const faults: readonly [title: string, broken: readonly string[], plant: Fault][] = [
  [
    'an entry that is a cent off',
    [currencyBalances, transactionBalances, postedAsFrozen],
    (db, ids) => entryOf(db, ids).set({ amount_minor: 525 }).where('line', '=', 1).execute(),
  ],
  [
    'a missing entry',
    [currencyBalances, transactionBalances, postedAsFrozen],
    (db, { transactionId }) =>
      db.deleteFrom('ledger_entries').where('transaction_id', '=', transactionId).where('line', '=', 3).execute(),
  ],
  [
    'a transaction without entries',
    ['a transaction has entries', postedAsFrozen],
    (db, { transactionId }) => db.deleteFrom('ledger_entries').where('transaction_id', '=', transactionId).execute(),
  ],
  [
    'one entry in another currency',
    [currencyBalances, transactionBalances, postedAsFrozen, ownAccountsOnly],
    (db, ids) => entryOf(db, ids).set({ currency: 'USD' }).where('line', '=', 1).execute(),
  ],
  [
    'all entries in another currency',
    [postedAsFrozen, ownAccountsOnly],
    (db, ids) => entryOf(db, ids).set({ currency: 'USD' }).execute(),
  ],
  [
    'the line of another charity',
    [postedAsFrozen, ownAccountsOnly],
    (db, ids) => entryOf(db, ids).set({ account: 'charity:9' }).where('line', '=', 2).execute(),
  ],
  [
    'a fee that went to the charity',
    [postedAsFrozen],
    (db, ids) => entryOf(db, ids).set({ account: 'charity:6' }).where('line', '=', 3).execute(),
  ],
  [
    'two extra lines that balance',
    [ownAccountsOnly],
    (db, { transactionId }) =>
      db
        .insertInto('ledger_entries')
        .values([line(transactionId, 4, 'charity:9', -100), line(transactionId, 5, 'processing_fees', 100)])
        .execute(),
  ],
  [
    'money on the account of another provider',
    [ownAccountsOnly],
    (db, ids) => entryOf(db, ids).set({ account: 'clearing:paypal' }).where('line', '=', 1).execute(),
  ],
  [
    'a processing fee of another provider',
    [ownFeesOnly],
    (db, { intentId }) => postFee(db, intentId, 'clearing:paypal'),
  ],
  ['a processing fee without a payment', [ownFeesOnly], (db) => postFee(db, null, 'clearing:stripe')],
  [
    'two transactions that only balance together',
    [transactionBalances, onlyDonations],
    async (db) => {
      const posted = { intent_id: null, occurred_at: '', posted_at: '2026-03-05T12:00:00.000Z' };
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
    'a missing posting of a settlement',
    ['a settlement belongs to a donation', postedAsFrozen, onlyDonations],
    (db, { transactionId }) =>
      db
        .updateTable('ledger_transactions')
        .set({ cause: 'settlement:int_other', intent_id: null })
        .where('id', '=', transactionId)
        .execute(),
  ],
  [
    'a missing donation',
    ['a settlement belongs to a donation', exactlyWhenSettled],
    (db, { donationId }) => db.deleteFrom('donations').where('id', '=', donationId).execute(),
  ],
  [
    'a missing receipt',
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
    'a donation with an open intent',
    [exactlyWhenSettled],
    (db, { intentId }) =>
      db.updateTable('donation_intents').set({ status: 'pending' }).where('id', '=', intentId).execute(),
  ],
  [
    'a donation with another amount',
    [equalsIntent],
    (db, ids) => donationOf(db, ids).set({ amount_minor: 351 }).execute(),
  ],
  [
    'a donation with another number of meals',
    [equalsIntent],
    (db, ids) => donationOf(db, ids).set({ meals: 4 }).execute(),
  ],
  [
    'a donation to another charity',
    [postedAsFrozen, ownAccountsOnly, equalsIntent],
    (db, ids) => donationOf(db, ids).set({ charity_id: 9 }).execute(),
  ],
  [
    'a donation at another rate',
    [equalsIntent],
    (db, ids) => donationOf(db, ids).set({ exchange_rate: '1.37' }).execute(),
  ],
  [
    'a donation charged a cent more',
    [postedAsFrozen, equalsIntent, paidInFull, linesAddUp],
    (db, ids) => donationOf(db, ids).set({ charge_total_minor: 525 }).execute(),
  ],
  [
    'a donation without a payment event',
    [paidInFull],
    (db, { intentId }) => db.deleteFrom('payment_events').where('intent_id', '=', intentId).execute(),
  ],
  [
    'a donation paid with a cent too little',
    [paidInFull],
    (db, { intentId }) =>
      db.updateTable('payment_events').set({ collected_minor: 523 }).where('intent_id', '=', intentId).execute(),
  ],
  [
    'a donation paid in another currency',
    [paidInFull],
    (db, { intentId }) =>
      db.updateTable('payment_events').set({ collected_currency: 'USD' }).where('intent_id', '=', intentId).execute(),
  ],
];

forEachDatabase((engine) => {
  describe('the ledger check', () => {
    let app: TestApp;
    let ids: Ids;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await deliver(app, paidMessage(await openIntent(app)));
      await verifyLedger(app);
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      await deliver(app, paidMessage(await openIntent(app)));
      const { id: openIntentId } = await openIntent(app);
      const { id: transactionId } = await app.deps.db.read
        .selectFrom('ledger_transactions')
        .select('id')
        .where('intent_id', '=', intent.id)
        .executeTakeFirstOrThrow();
      ids = { donationId: intent.donation_id, intentId: intent.id, openIntentId, transactionId };
    });
    afterEach(() => app.close());

    test('finds nothing wrong with paid and open donations', async () => {
      expect(await bothChecks(app.deps.db.read)).toEqual([]);
    });

    test.each(faults)('finds %s', async (_case, rules, plant) => {
      await expectFault(app, rules, (db) => plant(db, ids));
    });

    test('names each broken rule with its subject, and nothing else', async () => {
      await entryOf(app.deps.db.write, ids).set({ account: 'charity:9' }).where('line', '=', 2).execute();
      expect(await checkLedger(app.deps.db.read)).toEqual([
        { rule: postedAsFrozen, subject: ids.donationId },
        { rule: ownAccountsOnly, subject: `settlement:${ids.intentId}` },
      ]);
    });
  });

  test('an empty ledger is correct', async () => {
    const app = await startApp(engine);
    expect(await checkLedger(app.deps.db.read)).toEqual([]);
    await app.close();
  });
});
