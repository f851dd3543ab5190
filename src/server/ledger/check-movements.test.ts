import { afterEach, beforeEach, describe } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { postMovement } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { type LedgerFault, testLedgerFaults, verifyLedger } from '#test/support/app/ledger-faults.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertMovement } from '#test/support/review/movement.ts';

const posted = 'a movement that a person booked is posted with its amount';
const known = 'a posted movement belongs to a known movement';

const takenBack = 'a booking is taken back with its amount once the payment of its movement is known';

const faults: readonly LedgerFault[] = [
  [
    'a movement with another amount',
    [posted],
    (db) => db.updateTable('provider_movements').set({ amount_minor: -201 }).execute(),
  ],
  [
    'a movement that was posted to another provider',
    [posted],
    (db) =>
      db
        .updateTable('ledger_entries')
        .set({ account: 'clearing:paypal' })
        .where('account', '=', 'clearing:stripe')
        .execute(),
  ],
  [
    'a posted movement that is open again',
    [takenBack],
    (db) => db.updateTable('provider_movements').set({ ledger_cause: null, resolved_at: null }).execute(),
  ],
  [
    'a booking that was not taken back although the ledger knows the payment',
    [takenBack],
    (db) => db.updateTable('provider_movements').set({ ledger_cause: 'settlement:int_1' }).execute(),
  ],
  [
    'a posting of an unknown movement',
    [known, posted],
    (db) => db.updateTable('ledger_transactions').set({ cause: 'movement:stripe:txn_9' }).execute(),
  ],
];

forEachDatabase((engine) => {
  describe('the ledger check of a booked movement', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine);
      await verifyLedger(app);
      await insertMovement(app.deps);
      const movement = await app.deps.db.read.selectFrom('provider_movements').selectAll().executeTakeFirstOrThrow();
      await inTransaction(app.deps.db, (tx) => postMovement(app.deps, tx, movement, 'processing_fees'));
    });
    afterEach(() => app.close());

    testLedgerFaults(() => app, faults);
  });
});
