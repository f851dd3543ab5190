import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { confirmAddressOf, signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';

forEachDatabase((engine) => {
  describe('a merge of two accounts', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => app.close());

    test('sends the waiting email about the arrival of a donation to the account that stays', async () => {
      const cookie = await signInAdmin(app);
      const [kept, ending] = [await signIn(app), await signIn(app)];
      for (const donor of [kept, ending]) await confirmAddressOf(app, donor);
      const [donation] = await insertPastDonations(app.deps, [{ donor_id: ending.user.id }]);
      const about = { payoutId: 'pay_1', donationIds: donation?.id ?? '' };
      const payload = { ...about, userId: ending.user.id };
      await inTransaction(app.deps.db, (tx) =>
        enqueue(app.deps, tx, { kind: 'arrival', dedupeKey: `arrival:pay_1:${ending.user.id}`, payload }),
      );
      const url = `/api/admin/donors/${kept.user.id}/merge`;
      const body = { with: ending.user.id, reason: 'The same person' };
      expect((await call(app, { method: 'POST', url, cookie, body })).statusCode).toBe(200);
      const jobs = await app.deps.db.read
        .selectFrom('outbox')
        .select(['status', 'about', 'payload'])
        .where('kind', '=', 'arrival')
        .execute();
      expect(jobs.map((job) => ({ ...job, payload: JSON.parse(job.payload) as unknown }))).toEqual([
        { status: 'waiting', about: kept.user.id, payload: { ...about, userId: kept.user.id } },
      ]);
    });
  });
});
