import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccountRows } from '#server/account/index.ts';
import { lockAccount } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { detachDonor, erasePayerEmail, storePaymentCard } from '#server/donations/index.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { waitForBlocked } from './two-apps.ts';

const guest = 'guest@example.org';

describe('a card that is stored while its payer is erased', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startApp('postgres', { cards: stubCardsWithWebhook() });
  });
  afterEach(() => app.close());

  const readCards = () => app.deps.db.read.selectFrom('payment_cards').select(['brand', 'last_four']).execute();

  /** Stores the card of a payment, starts the erasure, and commits when the erasure waits for the stored row. */
  async function storeDuring(intentId: string, erase: () => Promise<unknown>): Promise<void> {
    let erasure: Promise<unknown> = Promise.resolve();
    await inTransaction(app.deps.db, async (tx) => {
      await storePaymentCard(tx, intentId, { brand: 'visa', lastFour: '4242' });
      erasure = erase();
      await waitForBlocked(app.deps, 1);
    });
    await erasure;
  }

  test('is erased with a guest', async () => {
    const intent = await openIntent(app);
    await deliver(app, paidByGuest(intent, guest));
    await storeDuring(intent.id, () => erasePayerEmail(app.deps, guest));
    expect(await readCards()).toEqual([{ brand: null, last_four: null }]);
  });

  test('is erased with an account', async () => {
    const { user } = await signIn(app);
    const intent = await openIntent(app);
    await deliver(app, paidByGuest(intent, guest));
    await app.deps.db.write.updateTable('donations').set({ donor_id: user.id }).execute(); // claimed
    await storeDuring(intent.id, () =>
      inTransaction(app.deps.db, async (tx) => {
        await lockAccount(tx, user.id);
        await detachDonor(tx, user.id);
        await deleteAccountRows(tx, user.id);
      }),
    );
    expect(await readCards()).toEqual([{ brand: null, last_four: null }]);
  });
});
