import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { noteSubscription } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions as standing } from '#test/support/standing-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { announceRenewals, planMailWriters } from './index.ts';

forEachDatabase((engine) => {
  describe(`mails about a monthly gift, on ${engine}`, () => {
    let app: TestApp;
    let donor: SignedIn;
    let planId: string;

    beforeEach(async () => {
      const renderMail = async () => ({ subject: '', html: '', text: '' });
      app = await startApp(engine, { cards: { ...stubCards(), subscriptions: standing }, renderMail });
      donor = await signIn(app);
      planId = await insertPlanOf(app, donor);
    });
    afterEach(() => app.close());

    async function written(kind: string) {
      const jobs = await app.deps.db.read.selectFrom('outbox').selectAll().where('kind', '=', kind).execute();
      return Promise.all(jobs.map(async (job) => planMailWriters[kind]?.(app.deps, job)));
    }
    const change = async (amount: number): Promise<void> => {
      const headers = { origin: ownOrigin, cookie: donor.cookie };
      const url = `/api/plans/${planId}`;
      const changed = await app.server.inject({ method: 'PATCH', url, headers, payload: { amount } });
      expect(changed.statusCode).toBe(200);
    };
    async function announce(): Promise<void> {
      const soon = new Date(app.deps.clock.now().getTime() + 48 * 60 * 60 * 1000).toISOString();
      await inTransaction(app.deps.db, (tx) => tx.updateTable('plans').set({ next_charge_at: soon }).execute());
      expect(await announceRenewals(app.deps)).toBe(1);
    }

    test('about two changes are two mails, each with a Message-ID of its own', async () => {
      await change(5);
      await change(10);
      const mails = await written('plan_changed');
      expect(new Set(mails.map((mail) => mail?.messageId)).size).toBe(2);
      expect(await written('plan_changed')).toEqual(mails);
    });

    test('announce a charge that is still to come', async () => {
      await announce();
      expect(await written('renewal_notice')).toMatchObject([{ to: { address: donor.user.email } }]);
    });

    test('announce no charge of a plan that was cancelled or paused before the mail left', async () => {
      await announce();
      const paused = await standing.pauseSubscription(`sub_${planId}`, new Date('2026-06-03T12:00:00.000Z'));
      if (paused.code === 'answered') await noteSubscription(app.deps, paused.state);
      expect(await written('renewal_notice')).toEqual([undefined]);
      const cancelled = await standing.cancelSubscription(`sub_${planId}`);
      if (cancelled.code === 'answered') await noteSubscription(app.deps, cancelled.state);
      expect(await written('renewal_notice')).toEqual([undefined]);
    });
  });
});
