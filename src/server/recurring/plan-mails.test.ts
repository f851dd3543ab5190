import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { JobKind } from '#server/db/tables.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { bookInvoice, saveSubscription } from '#server/payments/index.ts';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { announceRenewals, planMailWriters } from './index.ts';

forEachDatabase((engine) => {
  describe('emails about a plan', () => {
    let app: TestApp;
    let donor: SignedIn;
    let planId: string;

    beforeEach(async () => {
      const renderMail = async (_name: string, content: object) => ({
        subject: '',
        html: '',
        text: JSON.stringify(content),
      });
      app = await startApp(engine, { cards: { ...stubCards(), subscriptions: activeSubscriptions }, renderMail });
      donor = await signIn(app);
      planId = await insertActivePlan(app, donor);
    });
    afterEach(() => app.close());

    async function written(kind: JobKind) {
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

    test('about two changes have different Message-IDs', async () => {
      await change(5);
      await change(10);
      const mails = await written('plan_changed');
      expect(new Set(mails.map((mail) => mail?.messageId)).size).toBe(2);
      expect(await written('plan_changed')).toEqual(mails);
    });

    test('about a pause name the day of the next charge', async () => {
      const headers = { origin: ownOrigin, cookie: donor.cookie };
      const url = `/api/plans/${planId}/pause`;
      await app.server.inject({ method: 'POST', url, headers, payload: { months: 1 } });
      const [mail] = await written('plan_changed');
      expect(JSON.parse(mail?.text ?? '')).toMatchObject({ change: 'pause', resumesAt: '2026-04-04T12:00:00.000Z' });
    });

    test('announce the next charge', async () => {
      await announce();
      expect(await written('renewal_notice')).toMatchObject([{ to: { address: donor.user.email } }]);
    });

    test('wait an hour after the last failed attempt, because the provider may end the plan with it', async () => {
      const lastAttempt: InvoiceState = {
        invoiceId: 'in_1',
        subscriptionId: `sub_${planId}`,
        planId,
        isLive: false,
        reason: 'renewal',
        status: 'open',
        createdAt: app.clock.now(),
        collected: undefined,
        paidAt: undefined,
        paymentId: undefined,
        charityId: 6,
        attemptCount: 4,
        nextAttemptAt: undefined,
        payUrl: 'https://pay.example/invoice',
      };
      await bookInvoice(app.deps, lastAttempt);
      await bookInvoice(app.deps, { ...lastAttempt, invoiceId: 'in_2', nextAttemptAt: app.clock.now() });
      const waits = await app.deps.db.read
        .selectFrom('outbox')
        .select(['run_at', 'created_at'])
        .where('kind', '=', 'renewal_failed')
        .orderBy('run_at', 'desc')
        .execute();
      expect(waits.map((job) => Date.parse(job.run_at) - Date.parse(job.created_at))).toEqual([60 * 60 * 1000, 0]);
    });

    test('do not report a failed payment after the plan has ended', async () => {
      await inTransaction(app.deps.db, (tx) =>
        enqueue(app.deps, tx, { kind: 'renewal_failed', dedupeKey: 'renewal_failed:in_1:4', payload: { planId } }),
      );
      expect(await written('renewal_failed')).toMatchObject([{ to: { address: donor.user.email } }]);
      const canceled = await activeSubscriptions.cancelSubscription(`sub_${planId}`);
      if (canceled.code === 'responded') await saveSubscription(app.deps, canceled.state);
      expect(await written('renewal_failed')).toEqual([undefined]);
    });

    test('do not announce a charge that was canceled or paused before the email was sent', async () => {
      await announce();
      const paused = await activeSubscriptions.pauseSubscription(`sub_${planId}`, new Date('2026-06-03T12:00:00.000Z'));
      if (paused.code === 'responded') await saveSubscription(app.deps, paused.state);
      expect(await written('renewal_notice')).toEqual([undefined]);
      const canceled = await activeSubscriptions.cancelSubscription(`sub_${planId}`);
      if (canceled.code === 'responded') await saveSubscription(app.deps, canceled.state);
      expect(await written('renewal_notice')).toEqual([undefined]);
    });
  });
});
