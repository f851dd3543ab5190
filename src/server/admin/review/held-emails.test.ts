import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { reconcile } from '#server/payments/index.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup } from '#test/support/payments/backup.ts';
import { decideHeldEmails } from './decide-held-emails.ts';

forEachDatabase((engine) => {
  describe(`emails held after a restore, on ${engine}`, () => {
    let world: AppWithSandbox;
    const decide = (cookie: string, decision: string, reason = 'Looked at them') =>
      world.app.server.inject({
        method: 'POST',
        url: '/api/admin/held-emails',
        headers: { origin: ownOrigin, cookie },
        payload: { decision, reason },
      });
    const statuses = async () =>
      (await world.app.deps.db.read.selectFrom('outbox').select('status').where('kind', '=', 'receipt').execute()).map(
        ({ status }) => status,
      );

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const backup = await takeBackup(world.app.deps);
      await world.pay();
      await world.pay();
      await restoreBackup(world.app.deps, backup);
      await reconcile(world.app.deps, 'recent');
    });
    afterEach(() => world.close());

    test('are not sent before an administrator decides', async () => {
      const sent: string[] = [];
      await workOutbox(world.app.deps, { receipt: async (_deps, job) => void sent.push(job.id) });
      expect([sent, await statuses()]).toEqual([[], ['held', 'held']]);
    });

    test('are sent on request; a repeated request finds none', async () => {
      const admin = await signInAdmin(world.app);
      expect((await decide(admin, 'send')).json()).toEqual({ emails: 2 });
      expect((await decide(admin, 'discard')).json()).toEqual({ emails: 0 });
      expect(await statuses()).toEqual(['waiting', 'waiting']);
    });

    test('are discarded on request, and never sent', async () => {
      const admin = await signInAdmin(world.app);
      expect((await decide(admin, 'discard')).json()).toEqual({ emails: 2 });
      expect((await decide(admin, 'send')).json()).toEqual({ emails: 0 });
      expect(await statuses()).toEqual(['discarded', 'discarded']);
    });

    test.each(['', ' ', 'x'.repeat(501)])('are neither sent nor discarded with the reason %j', async (reason) => {
      expect((await decide(await signInAdmin(world.app), 'discard', reason)).statusCode).toBe(400);
      expect(await statuses()).toEqual(['held', 'held']);
    });

    test.each([
      ['send', 'held_emails_sent'],
      ['discard', 'held_emails_discarded'],
    ] as const)('leave one entry in the audit log after a repeated %s by the command', async (decision, action) => {
      await decideHeldEmails(world.app.deps, 'system', { decision, reason: 'npm run held:emails' });
      await decideHeldEmails(world.app.deps, 'system', { decision, reason: 'npm run held:emails' });
      expect(await loggedActions(world.app)).toEqual([
        {
          action,
          actor_name: 'system',
          subject: 'emails held',
          before: { emails: 2 },
          after: null,
          reason: 'npm run held:emails',
        },
      ]);
    });

    test('are counted for review, with the rebuilt donations', async () => {
      const headers = { cookie: await signInAdmin(world.app) };
      const response = await world.app.server.inject({ url: '/api/admin/review', headers });
      expect(response.json()).toMatchObject({
        restore: {
          donations: 2,
          withoutAccount: 0,
          lostAccounts: 0,
          sums: [{ donations: 2, total: 10.48, currency: 'CAD' }],
          heldReceipts: 2,
          heldOthers: 0,
        },
      });
    });

    test('are sent or discarded by administrators only', async () => {
      expect((await decide('', 'send')).statusCode).toBe(401);
      expect((await decide((await signIn(world.app)).cookie, 'send')).statusCode).toBe(403);
      expect((await decide(await signInAdmin(world.app), 'both')).statusCode).toBe(400);
      expect(await statuses()).toEqual(['held', 'held']);
    });
  });
});
