import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredSessions, deleteOldFailures } from '#server/auth/index.ts';
import type { JobKind, OutboxRow, ReconciliationRunRow } from '#server/db/tables.ts';
import { deleteOldRuns } from '#server/payments/index.ts';
import { deleteEndedWindows } from './http/rate-limits.ts';
import { deleteOldMailCounts } from './mail/mail-allowance.ts';
import { deleteUnconfirmedSubscriptions } from './newsletter/index.ts';
import { deleteOldJobs } from './outbox/delete-old-jobs.ts';
import { call, tryLogin } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('rows that are no longer needed', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs).toISOString();

    const subscribe = (email: string) => call(app, { method: 'POST', url: '/api/subscribe', body: { email } });

    async function insertJob(id: string, kind: JobKind, status: OutboxRow['status'], days: number): Promise<void> {
      const at = daysAgo(days);
      const none = { about: null, locked_until: null, last_error: null, traceparent: null };
      const job = { id, kind, status, payload: '{}', dedupe_key: id, run_at: at, created_at: at, ...none };
      await app.deps.db.write
        .insertInto('outbox')
        .values({ ...job, attempts: 1, unavailable_attempts: 0 })
        .execute();
    }
    const idsIn = async (table: 'outbox' | 'reconciliation_runs') =>
      (await app.deps.db.read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

    test('jobs are deleted 90 days after they ended, unless something shows them or they wait for a person', async () => {
      await insertJob('newsletter_old', 'newsletter', 'done', 91);
      await insertJob('newsletter_new', 'newsletter', 'done', 89);
      await insertJob('newsletter_paused', 'newsletter', 'paused', 400);
      await insertJob('webhook_old', 'deliver_webhook', 'done', 91);
      await insertJob('webhook_dead', 'deliver_webhook', 'dead', 400);
      await insertJob('webhook_waiting', 'deliver_webhook', 'waiting', 400);
      await insertJob('receipt_old', 'receipt', 'done', 400);
      await insertJob('refund_old', 'refund_payment', 'done', 400);
      expect(await deleteOldJobs(app.deps)).toBe(2);
      expect(await idsIn('outbox')).toEqual([
        'newsletter_new',
        'newsletter_paused',
        'receipt_old',
        'refund_old',
        'webhook_dead',
        'webhook_waiting',
      ]);
      expect(await deleteOldJobs(app.deps)).toBe(0);
    });

    test('a thousand old jobs are deleted in one round', async () => {
      for (let number = 0; number < 1001; number += 1) await insertJob(`job_${number}`, 'newsletter', 'done', 100);
      expect(await deleteOldJobs(app.deps)).toBe(1001);
    });

    async function insertRun(id: string, run: Pick<ReconciliationRunRow, 'scope' | 'status'>, days: number) {
      const at = daysAgo(days);
      const row = { id, ...run, since: at, started_at: at, finished_at: at, result: '{}' };
      await app.deps.db.write.insertInto('reconciliation_runs').values(row).execute();
    }

    test('reconciliation runs are deleted after 90 days, but never the newest of their scope and outcome', async () => {
      const finished = { scope: 'recent', status: 'finished' } as const;
      await insertRun('recent_1', finished, 200);
      await insertRun('recent_2', finished, 100);
      await insertRun('recent_away', { scope: 'recent', status: 'unavailable' }, 95);
      await insertRun('open_1', { scope: 'open', status: 'finished' }, 92);
      await insertRun('open_2', { scope: 'open', status: 'finished' }, 89);
      expect(await deleteOldRuns(app.deps)).toBe(2);
      expect(await idsIn('reconciliation_runs')).toEqual(['open_2', 'recent_2', 'recent_away']);
    });

    test('sessions are deleted when they have expired', async () => {
      const { cookie } = await signIn(app);
      app.clock.advance(dayMs);
      const other = await signIn(app);
      const me = (one: string) => app.server.inject({ url: '/api/user', headers: { cookie: one } });
      expect(await deleteExpiredSessions(app.deps)).toBe(0);
      await app.deps.db.write
        .updateTable('sessions')
        .set({ expires_at: app.clock.now().toISOString() })
        .where('user_id', '!=', other.user.id)
        .execute();
      expect(await deleteExpiredSessions(app.deps)).toBe(1);
      expect([(await me(cookie)).statusCode, (await me(other.cookie)).statusCode]).toEqual([401, 200]);
    });

    test('counts for a network or an address are deleted when they no longer limit anything', async () => {
      await tryLogin(app, { username: 'someone', password: 'wrong password' });
      await subscribe('stranger@example.org');
      const window = { process_id: 'p', limit_key: 'k', calls: 1, ends_at: app.clock.now().toISOString() };
      await app.deps.db.write.insertInto('rate_limit_windows').values(window).execute();
      const counted = async (): Promise<string[]> => {
        await deleteOldFailures(app.deps);
        await deleteOldMailCounts(app.deps);
        await deleteEndedWindows(app.deps);
        const { read } = app.deps.db;
        return [
          ...(await read.selectFrom('login_failures').select('subject').execute()).map(({ subject }) => subject),
          ...(await read.selectFrom('unasked_mails').select('subject').execute()).map(({ subject }) => subject),
          ...(await read.selectFrom('rate_limit_windows').select('limit_key').execute()).map((row) => row.limit_key),
        ];
      };
      const all = await counted();
      expect(all).toHaveLength(3);
      expect(all.join()).not.toContain('stranger@example.org');
      app.clock.advance(dayMs);
      expect(await counted()).toEqual([]);
    });

    test('an unconfirmed subscription is deleted when its link expires, unless the address was subscribed before', async () => {
      const addresses = async (): Promise<string[]> => {
        await deleteUnconfirmedSubscriptions(app.deps);
        const rows = await app.deps.db.read.selectFrom('newsletter_subscribers').select('email').execute();
        return rows.map(({ email }) => email);
      };
      await subscribe('reader@example.org');
      await app.deps.db.write
        .updateTable('newsletter_subscribers')
        .set({ unsubscribed_at: daysAgo(1) })
        .execute();
      await subscribe('stranger@example.org');
      app.clock.advance(3 * dayMs - 1);
      expect(await addresses()).toHaveLength(2);
      app.clock.advance(1);
      expect(await addresses()).toEqual(['reader@example.org']);
    });
  });
});
