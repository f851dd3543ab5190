import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { Tables } from '#server/db/tables.ts';
import { copyPayableEntries, createBatch, payBatch, requestReturn } from '#server/payouts/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { expectFault, type LedgerFault, testLedgerFaults, verifyLedger } from '#test/support/app/ledger-faults.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { approveReturn } from '#test/support/payouts/approve-return.ts';
import { insertAccount } from '#test/support/payouts/ledger-world.ts';
import { checkLedger } from './check-ledger.ts';

const posted = 'a paid payout is posted from the bank to the charity with its amount, any other with nothing';
const known = 'a posted payout belongs to a known payout';
const sums = 'a payout is the sum of the entries that it covers, and a canceled or returned one covers none';
const returnedSums = 'a returned payout is the sum of the entries that it covered';
const returnPosted = 'a returned payout was paid, and is posted from the charity to the bank with its amount';
const returnKnown = 'a posted return belongs to a returned payout';
const asInLedger = 'an entry that payouts may cover equals its ledger entry';
const complete = 'every entry of a charity can be covered by payouts, from the next hour on';
const balanced = 'entries of a transaction sum to zero in every currency';
const zeroSum = 'entries of a currency sum to zero';

const onlyDonations = 'a charity’s account has only donations, their reversals, and payouts';

const setEntries = (db: Kysely<Tables>) => db.updateTable('payable_entries');
const setBatch = (db: Kysely<Tables>, status: 'open' | 'canceled') =>
  db.updateTable('payout_batches').set({ status }).execute();

const faults: readonly LedgerFault[] = [
  ['a batch that is open but posted', [posted], (db) => setBatch(db, 'open')],
  ['a batch that is canceled but covers donations', [posted, sums], (db) => setBatch(db, 'canceled')],
  [
    'a payout that was posted a cent short',
    [balanced, zeroSum],
    (db) => db.updateTable('ledger_entries').set({ amount_minor: -1 }).where('account', '=', 'bank').execute(),
  ],
  [
    'a payout that was posted to another account',
    [posted],
    (db) =>
      db.updateTable('ledger_entries').set({ account: 'processing_fees' }).where('account', '=', 'bank').execute(),
  ],
  [
    'a posting of an unknown payout',
    [known, posted],
    (db) =>
      db.updateTable('ledger_transactions').set({ cause: 'payout:pay_1' }).where('cause', 'like', 'payout:%').execute(),
  ],
  [
    'a payout with another amount than that of its donations',
    [posted, sums],
    (db) => db.updateTable('payouts').set({ received_minor: 1 }).execute(),
  ],
  [
    'a payout with another number of donations',
    [sums],
    (db) => db.updateTable('payouts').set({ donations: 3 }).execute(),
  ],
  [
    'a payout that no longer covers a refund it deducted',
    [sums],
    (db) => setEntries(db).set({ payout_id: null }).where('is_reversal', '=', 1).execute(),
  ],
  ['a covered entry of another charity', [asInLedger], (db) => setEntries(db).set({ charity_id: 9 }).execute()],
  [
    'a covered entry with another amount than in the ledger',
    [sums, asInLedger],
    (db) => setEntries(db).set({ amount_minor: 1 }).where('is_reversal', '=', 0).execute(),
  ],
  [
    'a refund that is counted as a donation',
    [sums, asInLedger],
    (db) => setEntries(db).set({ is_reversal: 0 }).execute(),
  ],
  [
    'an entry on a charity’s account that belongs to no donation and no payout',
    [onlyDonations],
    async (db) => {
      const at = '2026-03-19T15:00:00.000Z';
      const other = { id: 'ltx_other', cause: 'correction:1', intent_id: null, occurred_at: at, posted_at: at };
      const entry = { transaction_id: other.id, currency: 'CAD' as const };
      await db.insertInto('ledger_transactions').values(other).execute();
      await db
        .insertInto('ledger_entries')
        .values([
          { ...entry, line: 1, account: 'charity:6', amount_minor: 5 },
          { ...entry, line: 2, account: 'bank', amount_minor: -5 },
        ])
        .execute();
    },
  ],
  [
    'a missing copy of an entry',
    [sums, complete],
    (db) => db.deleteFrom('payable_entries').where('is_reversal', '=', 1).execute(),
  ],
];

const returnFaults: readonly LedgerFault[] = [
  [
    'a returned payout that still covers its entries',
    [sums],
    async (db) => {
      const { payout_id: payoutId } = await db.selectFrom('payout_returns').selectAll().executeTakeFirstOrThrow();
      const covered = db.selectFrom('returned_entries').select('transaction_id');
      await setEntries(db).set({ payout_id: payoutId }).where('transaction_id', 'in', covered).execute();
    },
  ],
  [
    'a return without the entries that the payout covered',
    [returnedSums],
    (db) => db.deleteFrom('returned_entries').execute(),
  ],
  [
    'a return without a posting',
    [returnPosted, returnKnown],
    (db) =>
      db
        .updateTable('ledger_transactions')
        .set({ cause: 'payout_return:pay_1' })
        .where('cause', 'like', 'payout_return:%')
        .execute(),
  ],
  ['a return of an unpaid payout', [posted, returnPosted], (db) => setBatch(db, 'open')],
];

async function recordReturn(app: TestApp): Promise<void> {
  const { id } = await app.deps.db.read.selectFrom('payouts').select('id').executeTakeFirstOrThrow();
  const returnedOn = app.clock.now().toISOString().slice(0, 10);
  const returned = { returnedOn, bankReason: 'Account closed', reference: 'R-1', reason: 'Came back' };
  await requestReturn(app.deps, await memberOf(app.deps, 'usr_a'), id, returned);
  const { user } = await signInStaff(app, 'finance');
  await approveReturn(app.deps, id, await memberOf(app.deps, user.id));
}

forEachDatabase((engine) => {
  describe('the ledger check of a payout', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await insertAccount(app.deps, 6, 'CAD');
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 }));
      await deliver(app, paidWithPayment(await openIntent(app)));
      app.clock.advance(15 * 24 * 60 * 60 * 1000);
      await verifyLedger(app);
      await deliver(app, paidWithPayment(await openIntent(app)));
      const today = app.clock.now().toISOString().slice(0, 10);
      const batch = await createBatch(app.deps, await memberOf(app.deps, 'usr_a'), {
        day: today,
        payouts: [{ payee: { charityId: 6, currency: 'CAD' }, expected: money(770, 'CAD') }],
        reason: 'Friday',
      });
      if (batch.code !== 'created') throw new Error(`the batch was refused: ${batch.problem}`);
      await payBatch(app.deps, await memberOf(app.deps, 'usr_b'), batch.batchId, {
        paidOn: today,
        reference: 'BANK-1',
        isWaived: false,
        reason: 'Friday',
      });
      await copyPayableEntries(app.deps);
    });
    afterEach(() => app.close());

    testLedgerFaults(() => app, faults);

    test('finds nothing wrong after a return', async () => {
      await recordReturn(app);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test.each(returnFaults)('finds %s', async (_fault, rules, plant) => {
      await recordReturn(app);
      await expectFault(app, rules, plant);
    });
  });
});
