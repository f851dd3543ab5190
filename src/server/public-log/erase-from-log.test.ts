import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { proofTools } from '#test/support/public-log/proof-tools.ts';
import { findForks, loggedEntries, readHeads } from '#test/support/public-log/log-world.ts';
import { checkLog } from './check-log.ts';
import { proveDonation } from './prove-donation.ts';
import { sequenceLog } from './sequence-log.ts';

forEachDatabase((engine) => {
  describe('erasing a donor', () => {
    let app: TestApp;
    let ana: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
    });
    afterEach(async () => {
      await sequenceLog(app.deps);
      expect(await checkLog(app.deps.db.read)).toEqual([]);
      expect(await findForks(app, await readHeads(app))).toEqual([]);
      await app.close();
    });
    const donate = async () => {
      await postCheckout(app, checkoutBody(), { headers: { cookie: ana.cookie } });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidWithPayment(intent));
      return intent;
    };
    const deleteAccount = async () => {
      const body = { password: donorPassword };
      const response = await call(app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body });
      expect(response.statusCode).toBe(200);
    };
    const openings = () =>
      app.deps.db.read.selectFrom('log_commitments').select(['salt', 'entry']).orderBy('entry').execute();

    test('removes the salts and entries of all their donations, and of no others, and leaves the log valid', async () => {
      const intent = await donate();
      const other = await openIntent(app);
      await deliver(app, paidWithPayment(other));
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 100 }));
      await sequenceLog(app.deps);
      const kept = (await proveDonation(app.deps, intent.donation_id))!;
      await deleteAccount();
      const entries = await loggedEntries(app);
      expect(entries.filter((entry) => entry === null)).toHaveLength(2);
      expect(entries.find((entry) => entry !== null)).toMatchObject({ donation: other.donation_id });
      expect(await proveDonation(app.deps, intent.donation_id)).toBeUndefined();
      expect(await checkReceiptProof(proofTools, kept)).toMatchObject({ code: 'included' });
    });

    test('keeps a promise that was made before the donation was in the log', async () => {
      const intent = await donate();
      const promise = (await proveDonation(app.deps, intent.donation_id))!;
      const promised = await checkReceiptProof(proofTools, promise);
      if (promised.code !== 'promised') throw new Error(`not a promise: ${JSON.stringify(promised)}`);
      await deleteAccount();
      await sequenceLog(app.deps);
      const leaves = await app.deps.db.read.selectFrom('log_leaves').select('commitment').execute();
      expect(leaves.map(({ commitment }) => Buffer.from(commitment).toString('hex'))).toEqual([promised.commitment]);
      expect(await openings()).toEqual([{ salt: null, entry: null }]);
    });

    test('keeps salts and entries from being stored when a donation is sequenced or refunded later', async () => {
      const intent = await donate();
      await deleteAccount();
      await sequenceLog(app.deps);
      await deliver(app, refundMessage(intent, 'created', { id: 're_1' }));
      await sequenceLog(app.deps);
      expect(await openings()).toEqual([
        { salt: null, entry: null },
        { salt: null, entry: null },
      ]);
      expect(await proveDonation(app.deps, intent.donation_id)).toBeUndefined();
    });
  });
});
