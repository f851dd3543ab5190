import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCardsWithWebhook() });
    ana = await signIn(app);
  });
  afterEach(() => app.close());

  const kinds = async (): Promise<string[]> => {
    const response = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie });
    return response.json<{ readonly mails: { readonly kind: string }[] }>().mails.map(({ kind }) => kind);
  };
  const sendAgain = (donationId: string) =>
    inTransaction(app.deps.db, (tx) =>
      enqueue(app.deps, tx, {
        kind: 'receipt',
        dedupeKey: `receipt:${donationId}:2`,
        payload: { donationId, copy: '2' },
      }),
    );

  test("a donor's download has the emails about refunds, and receipts that were sent again", async () => {
    await postCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
    const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
    await deliver(app, paidWithPayment(intent));
    await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 524 }));
    await sendAgain(intent.donation_id);
    expect((await kinds()).toSorted()).toEqual(['receipt', 'receipt', 'reversal']);
  });

  test('for a claimed donation, the download has the email about the refund, but not the receipts, which went to the payer', async () => {
    const intent = await openIntent(app);
    await deliver(app, paidWithPayment(intent));
    await app.deps.db.write.updateTable('donations').set({ donor_id: ana.user.id }).execute();
    await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 524 }));
    await sendAgain(intent.donation_id);
    expect(await kinds()).toEqual(['reversal']);
  });
});
