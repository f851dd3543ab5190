import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';

forEachDatabase((engine) => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCardsWithWebhook() });
    cookie = await signInAdmin(app);
  });
  afterEach(() => app.close());

  /** Sums the ledger entries of charities and service fees, in minor units. */
  async function inLedger(): Promise<number> {
    const entries = await app.deps.db.read.selectFrom('ledger_entries').selectAll().execute();
    const income = entries.filter(({ account }) => /^charity:|^service_fee_income$/.test(account));
    return income.reduce((sum, entry) => sum - entry.amount_minor, 0);
  }

  test('the table of donations adds up to the ledger, refunds included', async () => {
    const [fullyRefunded, partlyRefunded, kept] = [await openIntent(app), await openIntent(app), await openIntent(app)];
    for (const intent of [fullyRefunded, partlyRefunded, kept]) await deliver(app, paidWithPayment(intent));
    await deliver(app, refundMessage(fullyRefunded, 'created', { id: 're_1', amountMinor: 524 }));
    await deliver(app, refundMessage(partlyRefunded, 'created', { id: 're_2', amountMinor: 200 }));
    const { body } = await call(app, { method: 'GET', url: '/api/admin/donations.csv', cookie });
    const rows = body
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(new Map(rows.map(([, state, charged, reversed]) => [state, [charged, reversed]]))).toEqual(
      new Map([
        ['paid', ['5.24', '0']],
        ['partly_refunded', ['5.24', '2']],
        ['refunded', ['5.24', '5.24']],
      ]),
    );
    const net = rows.reduce((sum, [, , charged, reversed]) => sum + Number(charged) - Number(reversed), 0);
    expect(Math.round(net * 100)).toBe(await inLedger());
  });
});
