import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reviewKinds } from '#contract/admin/today.ts';
import { recordBackup, recordBackupCheck } from '#server/backups/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { openPage } from '#test/support/payments/card-testers.ts';
import { measureState } from './measure-state.ts';

forEachDatabase((engine) => {
  describe('the state of the installation', () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const series = async (name: string): Promise<Record<string, number>> => {
      const { body } = await world.app.server.inject('/metrics');
      const lines = body.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
      return Object.fromEntries(lines.map((line) => [/"(.*)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]));
    };
    const seconds = (instant: Date): number => instant.getTime() / 1000;

    test('is measured from the start, with nothing to report', async () => {
      expect(await series('review_items')).toEqual(Object.fromEntries(reviewKinds.map((kind) => [kind, 0])));
      expect(await series('payments_open')).toEqual({ pending: 0, processing: 0 });
      expect(await series('jobs_waiting')).toEqual({ webhooks: 0, charities: 0, providers: 0 });
      expect(await series('checkouts_total')).toEqual({ opened: 0, provider_unavailable: 0 });
      for (const name of ['reconciled_timestamp_seconds', 'backup_timestamp_seconds', 'decline_ratio'])
        expect(await series(name)).toEqual({ '': 0 });
    });

    test('counts the payments that are open, and says how old the oldest is', async () => {
      await openPage(world.app);
      await world.advance(60);
      await openPage(world.app);
      await measureState(world.app.deps);
      expect(await series('payments_open')).toEqual({ pending: 2, processing: 0 });
      expect((await series('payments_oldest_seconds'))['pending']).toBeGreaterThanOrEqual(60);
    });

    test('counts what needs review and the jobs that wait', async () => {
      const { deps } = world.app;
      await inTransaction(deps.db, (tx) =>
        enqueue(deps, tx, { kind: 'refund_payment', dedupeKey: 'refund', payload: {} }),
      );
      await inTransaction(deps.db, (tx) => enqueue(deps, tx, { kind: 'receipt', dedupeKey: 'receipt', payload: {} }));
      await deps.db.write.updateTable('outbox').set({ status: 'dead' }).where('kind', '=', 'receipt').execute();
      await world.advance(30);
      await measureState(deps);
      expect((await series('review_items'))['deadJobs']).toBe(1);
      expect(await series('jobs_waiting')).toEqual({ webhooks: 0, charities: 0, providers: 1 });
      expect((await series('jobs_oldest_seconds'))['providers']).toBeGreaterThanOrEqual(30);
    });

    test('says when the last backup was made, and the last that could be restored', async () => {
      const { deps } = world.app;
      const now = deps.clock.now();
      const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000);
      await recordBackup(deps.db.write, 'new', now);
      await recordBackupCheck(deps.db.write, { name: 'old', madeAt: yesterday, checkedAt: now, problem: undefined });
      await measureState(deps);
      expect(await series('backup_timestamp_seconds')).toEqual({ '': seconds(now) });
      expect(await series('backup_checked_timestamp_seconds')).toEqual({ '': seconds(yesterday) });
    });

    test('says when it was measured, unless the database failed', async () => {
      const { deps } = world.app;
      const now = deps.clock.now();
      await measureState({ ...deps, clock: { now: () => now } });
      await deps.db.write.schema.alterTable('backups').renameTo('backups_elsewhere').execute();
      await expect(measureState(deps)).rejects.toThrow(/backups/);
      expect(await series('state_measured_timestamp_seconds')).toEqual({ '': seconds(now) });
    });

    test('says how old the oldest exchange rate is', async () => {
      await measureState(world.app.deps);
      expect(await series('rates_timestamp_seconds')).toEqual({ '': seconds(new Date('2026-11-21')) });
    });

    test(`counts the connections to the database${engine === 'sqlite' ? ', which has none' : ''}`, async () => {
      await measureState(world.app.deps);
      const { open = 0 } = await series('database_connections');
      expect(open > 0).toBe(engine === 'postgres');
    });
  });
});
