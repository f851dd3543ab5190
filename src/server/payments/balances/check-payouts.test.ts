import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { Tables } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { type LedgerFault, testLedgerFaults, verifyLedger } from '#test/support/app/ledger-faults.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { bookPayouts } from './payouts.ts';

const posted = "a provider's payout is posted to the bank with its amount, and back if it was returned";
const known = "a posted provider's payout belongs to a known payout";
const dayMs = 24 * 60 * 60 * 1000;

const setCause = (db: Kysely<Tables>, from: string, to: string) =>
  db.updateTable('ledger_transactions').set({ cause: to }).where('cause', '=', from).execute();

const faults: readonly LedgerFault[] = [
  [
    'a payout of another amount',
    [posted],
    (db) => db.updateTable('provider_payouts').set({ amount_minor: 1 }).execute(),
  ],
  [
    'a payout that is not posted as returned',
    [posted],
    (db) =>
      db
        .updateTable('provider_payouts')
        .set({ return_movement_id: 'txn_9' })
        .where('payout_id', '=', 'po_paid')
        .execute(),
  ],
  [
    'a payout that is posted as returned but was not',
    [posted],
    (db) => db.updateTable('provider_payouts').set({ return_movement_id: null }).execute(),
  ],
  [
    'a posted payout that is unknown',
    [known, posted],
    (db) => setCause(db, 'provider_payout:stripe:po_paid', 'provider_payout:stripe:po_other'),
  ],
  [
    'a payout that was posted from another account',
    [posted],
    (db) =>
      db
        .updateTable('ledger_entries')
        .set({ account: 'clearing:paypal' })
        .where('account', '=', 'clearing:stripe')
        .where('amount_minor', '=', -300)
        .execute(),
  ],
];

forEachDatabase((engine) => {
  describe("the ledger check of a provider's payouts", () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await deliver(app, paidMessage(await openIntent(app)));
      await verifyLedger(app);
      app.clock.advance(dayMs);
      const at = app.clock.now();
      const payout = {
        amount: money(300, 'CAD'),
        createdAt: at,
        arrivesAt: at,
        status: 'paid',
        returned: undefined,
      } as const;
      await bookPayouts(app.deps, 'stripe', [
        { ...payout, payoutId: 'po_paid', movementId: 'txn_1' },
        {
          ...payout,
          amount: money(100, 'CAD'),
          status: 'failed',
          payoutId: 'po_failed',
          movementId: 'txn_2',
          returned: { movementId: 'txn_3', at },
        },
      ]);
    });
    afterEach(() => app.close());

    testLedgerFaults(() => app, faults);
  });
});
