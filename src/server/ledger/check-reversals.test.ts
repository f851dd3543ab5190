import { afterEach, beforeEach, describe } from 'vitest';
import type { Kysely } from 'kysely';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { DonationIntentRow, Tables } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { type LedgerFault, testLedgerFaults, verifyLedger } from '#test/support/app/ledger-faults.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const postedWithParts = 'an active reversal is posted with its parts, any other with nothing';
const activeWhenTaken = 'a reversal is active when the provider reports its money as taken';
const ownAccountsOnly =
  'a reversal posts only to the provider, the charity, the fee and our loss, in the currency of the charge';
const noMoreThanPaid = 'no more is reversed than was paid';
const knownReversal = 'a posted reversal belongs to a known reversal';
const takenAsReported = 'the disputes of a payment have taken what the provider reports';
const goneButReturned = 'a dispute whose money is gone is neither an inquiry nor returned';
const onlyExcess = 'only what exceeds a donation is a dispute loss';
const currencyBalances = 'entries of a currency sum to zero';
const transactionBalances = 'entries of a transaction sum to zero in every currency';

const first = (db: Kysely<Tables>) => db.updateTable('reversals').where('reversal_id', '=', 're_1');
const entriesOf = (db: Kysely<Tables>, cause: string) =>
  db.selectFrom('ledger_transactions').select('id').where('cause', '=', cause);
const refundLine = (db: Kysely<Tables>, account: LedgerAccount) =>
  db
    .updateTable('ledger_entries')
    .where('transaction_id', 'in', entriesOf(db, 'refund:stripe:re_1:1'))
    .where('account', '=', account);

/** Faults of refunds. The ledger has a donation of CA$5.24 with refunds of 2.00 and 1.00. */
const faults: readonly LedgerFault[] = [
  [
    'an active refund with other parts than were posted',
    [postedWithParts],
    (db) => first(db).set({ subtotal_minor: 181, service_fee_minor: 19 }).execute(),
  ],
  [
    'a refund whose parts do not add up',
    [postedWithParts],
    (db) => first(db).set({ amount_minor: 201, taken_minor: 201 }).execute(),
  ],
  [
    'an entry of a refund that is a cent off',
    [postedWithParts, currencyBalances, transactionBalances],
    (db) => refundLine(db, 'charity:6').set({ amount_minor: 183 }).execute(),
  ],
  [
    'a refund posted to the wrong account',
    [postedWithParts, ownAccountsOnly],
    (db) => refundLine(db, 'service_fee_income').set({ account: 'processing_fees' }).execute(),
  ],
  [
    'a refund that reduces the debt to another charity',
    [ownAccountsOnly],
    (db) => refundLine(db, 'charity:6').set({ account: 'charity:9' }).execute(),
  ],
  [
    'a refund by another provider',
    [ownAccountsOnly],
    (db) => refundLine(db, 'clearing:stripe').set({ account: 'clearing:paypal' }).execute(),
  ],
  [
    'a refund with entries in another currency that balance',
    [ownAccountsOnly],
    async (db) => {
      const { id } = await entriesOf(db, 'refund:stripe:re_1:1').executeTakeFirstOrThrow();
      const line = (number: number, account: LedgerAccount, amount_minor: number) => ({
        transaction_id: id,
        line: number,
        account,
        amount_minor,
        currency: 'EUR' as const,
      });
      await db
        .insertInto('ledger_entries')
        .values([line(8, 'service_fee_income', 100), line(9, 'clearing:stripe', -100)])
        .execute();
    },
  ],
  ['a failed refund that is still active', [activeWhenTaken], (db) => first(db).set({ status: 'returned' }).execute()],
  [
    'a refund that was never booked',
    [activeWhenTaken, postedWithParts],
    (db) => first(db).set({ is_active: 0 }).execute(),
  ],
  [
    'a refund without a payment',
    [activeWhenTaken, postedWithParts, knownReversal],
    (db) => first(db).set({ intent_id: null }).execute(),
  ],
  [
    'more refunded than was paid',
    [noMoreThanPaid, postedWithParts],
    (db) =>
      first(db).set({ amount_minor: 425, taken_minor: 425, subtotal_minor: 386, service_fee_minor: 39 }).execute(),
  ],
  [
    'a posting of an unknown refund',
    [knownReversal, postedWithParts],
    (db) => db.updateTable('reversals').set({ reversal_id: 're_9' }).where('reversal_id', '=', 're_1').execute(),
  ],
];

const withdrawal = { movement_id: 'txn_9', amount_minor: -100, occurred_at: '2026-03-05T12:00:00.000Z' };
const dispute = (db: Kysely<Tables>) => db.updateTable('reversals').where('reversal_id', '=', 'du_1');

/** Faults of disputes. The ledger has a donation of CA$5.24 with a refund of 2.00 and a lost dispute of the whole amount. */
const disputeFaults: readonly LedgerFault[] = [
  [
    'a loss that was not posted',
    [postedWithParts, takenAsReported],
    (db) => dispute(db).set({ loss_minor: 201, taken_minor: 525 }).execute(),
  ],
  [
    'a loss posted to another account',
    [postedWithParts, ownAccountsOnly],
    (db) =>
      db
        .updateTable('ledger_entries')
        .where('account', '=', 'dispute_losses')
        .set({ account: 'processing_fees' })
        .execute(),
  ],
  [
    'a withdrawal that differs from its posting',
    [takenAsReported],
    (db) => db.updateTable('reversal_movements').set({ amount_minor: -525 }).execute(),
  ],
  [
    'a loss while something is left of the donation',
    [onlyExcess, postedWithParts],
    (db) => dispute(db).set({ subtotal_minor: 293, loss_minor: 201 }).execute(),
  ],
  [
    'a returned dispute that still has the money',
    [goneButReturned],
    (db) => dispute(db).set({ status: 'returned' }).execute(),
  ],
  [
    'a withdrawal without a posting',
    [takenAsReported],
    (db) =>
      db
        .insertInto('reversal_movements')
        .values({ ...withdrawal, provider: 'stripe', reversal_id: 'du_1', currency: 'CAD' })
        .execute(),
  ],
  ['an active dispute that took nothing', [postedWithParts], (db) => dispute(db).set({ is_active: 0 }).execute()],
];

/** The ledgers to check, each with the messages that lead to it and the faults that are planted in it. */
const ledgers: readonly [
  title: string,
  messages: (intent: DonationIntentRow) => readonly Record<string, unknown>[],
  faults: readonly LedgerFault[],
][] = [
  [
    'two refunds',
    (intent) => [
      refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 }),
      refundMessage(intent, 'created', { id: 're_2', amountMinor: 100 }),
    ],
    faults,
  ],
  [
    'a loss',
    (intent) => [
      refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 }),
      disputeMessage(intent, 'closed', { id: 'du_1', status: 'lost' }),
    ],
    disputeFaults,
  ],
];

forEachDatabase((engine) => {
  describe.each(ledgers)('the ledger check of %s', (_case, messages, planted) => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      const intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      await verifyLedger(app);
      for (const message of messages(intent)) await deliver(app, message);
    });
    afterEach(() => app.close());

    testLedgerFaults(() => app, planted);
  });
});
