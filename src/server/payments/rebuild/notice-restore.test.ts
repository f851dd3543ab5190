import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup, type Backup } from '#test/support/payments/backup.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { reconcile, type RestoreReport } from '../reconcile/reconcile.ts';
import { noticeRestore } from './notice-restore.ts';

const daySeconds = 24 * 60 * 60;
const monthly = checkoutBody({ donation: { recurring: true } });

forEachDatabase((engine) => {
  describe('a restore without a lost checkout', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let backup: Backup;
    const read = () => world.app.deps.db.read;
    const repair = async (report?: RestoreReport) => {
      await world.advance(60);
      return reconcile(world.app.deps, 'recent', report);
    };
    const mails = async () => {
      const jobs = await read().selectFrom('outbox').select(['kind', 'status']).execute();
      return jobs.map(({ kind, status }) => `${kind} ${status}`).toSorted();
    };
    const restores = () => read().selectFrom('restores').selectAll().execute();
    const noteFile = () => join(world.app.deps.config.dataDir, 'last-reconciliation.json');
    const forgetNote = () => rmSync(noteFile()); // as on another machine
    const restore = async () => {
      await world.sandbox.sandbox.webhooks.whenIdle(); // no message may arrive during the restore
      await restoreBackup(world.app.deps, backup);
    };
    const renew = async () => {
      await world.advance(15 * daySeconds);
      await world.advance(17 * daySeconds);
    };

    /** Creates a donor with a monthly donation, whose emails were all sent before the backup. */
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      await world.pay(monthly, donor.cookie);
      await repair();
      await world.app.deps.db.write.updateTable('outbox').set({ status: 'done' }).execute();
      backup = await takeBackup(world.app.deps);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('holds the receipt of a renewal, because the database lacks the last noted run', async () => {
      await renew();
      await repair();
      await restore();
      await repair();
      expect(await mails()).toEqual(['receipt done', 'receipt held']);
    });

    test('holds the email about a refund', async () => {
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment!.paymentIntentId, 100);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await repair();
      await restore();
      await repair();
      expect(await mails()).toEqual(['receipt done', 'reversal held']);
    });

    test('is recorded on another machine when an operator reports it, and holds the email about a paused plan', async () => {
      const [subscription] = await world.control.readSubscriptions();
      await world.control.pauseAfterFailure(subscription!.subscriptionId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      await renew();
      await restore();
      forgetNote();
      await repair({ isRestored: true });
      expect(await mails()).toEqual(['plan_changed held', 'receipt done']);
    });

    test('is detected by changed terms of a plan', async () => {
      const { id } = await read().selectFrom('plans').select('id').executeTakeFirstOrThrow();
      const changed = await world.app.server.inject({
        method: 'PATCH',
        url: `/api/plans/${id}`,
        headers: { origin: world.app.deps.config.publicUrl, cookie: donor.cookie },
        payload: { charityId: 7 },
      });
      expect(changed.statusCode).toBe(200);
      await renew();
      await restore();
      forgetNote();
      await repair();
      expect(await mails()).toEqual(['plan_changed held', 'receipt done', 'receipt held']);
    });

    test('is not assumed after an outage: the emails of that time are sent', async () => {
      await world.control.armWebhookFault({ kind: 'drop', times: 100 });
      await renew();
      await repair();
      expect(await mails()).toEqual(['receipt done', 'receipt waiting']);
      expect(await restores()).toEqual([]);
    });

    test('is noticed before the product sends the emails that wait in the backup', async () => {
      await world.app.deps.db.write.updateTable('outbox').set({ status: 'waiting' }).execute();
      backup = await takeBackup(world.app.deps);
      await repair();
      await restore();
      await noticeRestore(world.app.deps);
      expect(await mails()).toEqual(['receipt held']);
    });

    test('is noticed once, even by a second server whose note is older', async () => {
      await repair();
      await restore();
      const note = world.app.deps.lastRun.read();
      await repair();
      world.app.deps.lastRun.write(note!);
      await repair();
      await noticeRestore(world.app.deps);
      expect(await restores()).toHaveLength(1);
      await renew();
      expect(await mails()).toEqual(['receipt done', 'receipt waiting']);
    });

    test.each([
      [
        'of another installation',
        () => ({ installationId: 'ins_1', runId: 'rec_1', startedAt: '2026-01-01T00:00:00.000Z' }),
      ],
      ['that is damaged', () => ({ installationId: world.app.deps.installationId })],
    ])('is not inferred from a note %s', async (_what, note) => {
      writeFileSync(noteFile(), JSON.stringify(note()));
      await repair();
      expect(await restores()).toEqual([]);
    });

    test('a note that cannot be written is logged, and the run is complete', async () => {
      rmSync(noteFile());
      mkdirSync(noteFile());
      expect(await repair()).toMatchObject({ quarantined: 0 });
      expect(world.app.logged.at(-2)).toMatchObject({
        msg: 'cannot write the note of the last reconciliation to the data folder',
      });
    });
  });
});
