import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rebuildBalances, writeBalances } from '#server/accounting/index.ts';
import type { BalanceComparisonRow } from '#server/db/tables/balance.ts';
import { writeDonationDays } from '#server/report/index.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { paidDonation } from '#test/support/calls/paid-donation.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { payOut } from '#test/support/public-log/log-world.ts';
import { auditHourly, runSelfAudit } from './audit-hourly.ts';
import { readSelfAudit } from './read-self-audit.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** A kind of disagreement, with how to plant it and how to repair it. */
interface Fault {
  readonly kind: string;
  readonly plant: (app: TestApp) => Promise<unknown>;
  readonly repair: (app: TestApp) => Promise<unknown>;
}

const comparison = (app: TestApp, unexplained: number): BalanceComparisonRow => ({
  provider: 'stripe',
  currency: 'CAD',
  compared_at: app.clock.now().toISOString(),
  as_of: app.clock.now().toISOString(),
  available_minor: 1000 + unexplained,
  pending_minor: 0,
  ledger_minor: 1000,
  unbooked_minor: 0,
});
const compare = async (app: TestApp, unexplained: number): Promise<void> => {
  app.clock.advance(1);
  await app.deps.db.write.insertInto('balance_comparisons').values(comparison(app, unexplained)).execute();
};
const moveEntries = (app: TestApp, account: 'charity:6' | 'bank', byMinor: number) =>
  app.deps.db.write
    .updateTable('ledger_entries')
    .set((e) => ({ amount_minor: e('amount_minor', '+', byMinor) }))
    .where('account', '=', account)
    .execute();
const changeReceiptKeys = (app: TestApp, from: string, to: string) =>
  app.deps.db.write
    .updateTable('outbox')
    .set((e) => ({ dedupe_key: e.fn<string>('replace', ['dedupe_key', e.val(from), e.val(to)]) }))
    .execute();

const faults: readonly Fault[] = [
  { kind: 'provider_balance', plant: (app) => compare(app, 7), repair: (app) => compare(app, 0) },
  {
    kind: 'provider_not_compared',
    plant: async (app) => {
      await compare(app, 0);
      app.clock.advance(5 * dayMs);
    },
    repair: (app) => compare(app, 0),
  },
  {
    kind: 'unbalanced_transactions',
    plant: (app) => moveEntries(app, 'charity:6', 1),
    repair: (app) => moveEntries(app, 'charity:6', -1),
  },
  {
    kind: 'books_balance',
    plant: (app) => app.deps.db.write.updateTable('daily_balances').set({ debit_minor: 1 }).execute(),
    repair: ({ deps }) => rebuildBalances(deps.db),
  },
  {
    kind: 'written_balances',
    plant: (app) => app.deps.db.write.updateTable('daily_balances').set({ credit_minor: 1 }).execute(),
    repair: ({ deps }) => rebuildBalances(deps.db),
  },
  {
    kind: 'charity_balance',
    plant: (app) =>
      app.deps.db.write
        .updateTable('daily_donations')
        .set((e) => ({ charge_minor: e('charge_minor', '+', 1) }))
        .execute(),
    repair: (app) =>
      app.deps.db.write
        .updateTable('daily_donations')
        .set((e) => ({ charge_minor: e('charge_minor', '-', 1) }))
        .execute(),
  },
  {
    kind: 'donation_entries',
    plant: (app) =>
      app.deps.db.write
        .updateTable('donations')
        .set((e) => ({ charge_total_minor: e('charge_total_minor', '+', 1) }))
        .execute(),
    repair: (app) =>
      app.deps.db.write
        .updateTable('donations')
        .set((e) => ({ charge_total_minor: e('charge_total_minor', '-', 1) }))
        .execute(),
  },
  {
    kind: 'missing_receipts',
    plant: (app) => changeReceiptKeys(app, 'receipt:', 'gone:'),
    repair: (app) => changeReceiptKeys(app, 'gone:', 'receipt:'),
  },
  {
    kind: 'missing_leaves',
    plant: async ({ deps }) => {
      await deps.db.write.deleteFrom('log_heads').execute();
      await deps.db.write.deleteFrom('log_nodes').execute();
      await deps.db.write.deleteFrom('log_leaves').execute();
      await deps.db.write.deleteFrom('log_progress').execute();
    },
    repair: ({ deps }) => sequenceLog(deps),
  },
  {
    kind: 'unsigned_leaves',
    plant: ({ deps }) => deps.db.write.deleteFrom('log_heads').execute(),
    repair: ({ deps }) => sequenceLog(deps),
  },
  {
    kind: 'payout_entries',
    plant: (app) =>
      app.deps.db.write
        .updateTable('payouts')
        .set((e) => ({ received_minor: e('received_minor', '+', 1) }))
        .execute(),
    repair: (app) =>
      app.deps.db.write
        .updateTable('payouts')
        .set((e) => ({ received_minor: e('received_minor', '-', 1) }))
        .execute(),
  },
];

forEachDatabase((engine) => {
  describe('the self-audit', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => app.close());

    const audit = async () => {
      app.clock.advance(hourMs);
      await runSelfAudit(app.deps);
      return (await readSelfAudit(app.deps.db.read, app.clock.now()))!;
    };
    const kindsOf = (found: readonly { readonly kind: string }[]): string[] => found.map(({ kind }) => kind);

    /** Pays out two donations to their charity, sequences their commitments, and writes the daily balances. */
    const payOutTwoDonations = async (): Promise<void> => {
      await paidDonation(app);
      await paidDonation(app);
      await payOut(app, 2 * 476);
      await sequenceLog(app.deps);
      app.clock.advance(25 * hourMs);
      await writeBalances(app.deps);
      await writeDonationDays(app.deps);
    };

    test('finds nothing in correct books, and says so', async () => {
      expect(await readSelfAudit(app.deps.db.read, app.clock.now())).toBeUndefined();
      await payOutTwoDonations();
      const found = await audit();
      expect(found).toEqual({ finishedAt: app.clock.now().toISOString(), isLate: false, open: [], ended: [] });
    });

    test.each(faults)(
      'finds $kind within a day, and ends the disagreement in the next round after the repair',
      async ({ kind, plant, repair }) => {
        await payOutTwoDonations();
        await audit();
        await plant(app);
        const days = kind === 'provider_balance' ? 1 : 24; // each round checks the newest days and one older day
        let bad = await audit();
        for (let round = 1; round < days && !kindsOf(bad.open).includes(kind); round += 1) bad = await audit();
        expect(kindsOf(bad.open)).toContain(kind);
        const { sentence, firstSeenAt } = bad.open.find((one) => one.kind === kind)!;
        expect(sentence).toMatch(/^[A-Z].*\.$/);
        expect(sentence).not.toMatch(/don_|int_|ltx_|pay_/);
        expect((await audit()).open.find((one) => one.kind === kind)?.firstSeenAt).toBe(firstSeenAt);
        await repair(app);
        const good = await audit();
        expect(kindsOf(good.open)).not.toContain(kind);
        expect(good.ended.find((one) => one.kind === kind)).toEqual({
          kind,
          sentence,
          firstSeenAt,
          endedAt: app.clock.now().toISOString(),
        });
      },
    );

    test('finds a donation without a receipt in the next round', async () => {
      await paidDonation(app);
      await app.deps.db.write.deleteFrom('outbox').execute();
      await sequenceLog(app.deps);
      const { open } = await audit();
      expect(open).toEqual([
        expect.objectContaining({ kind: 'missing_receipts', sentence: 'March 4, 2026: 1 donation has no receipt.' }),
      ]);
      expect(app.logged).toContainEqual(
        expect.objectContaining({ msg: 'self-audit: the books do not agree; needs review' }),
      );
    });

    test('runs once an hour, however often it is requested', async () => {
      const started = () => app.deps.db.read.selectFrom('self_audits').selectAll().executeTakeFirstOrThrow();
      await Promise.all([auditHourly(app.deps), auditHourly(app.deps)]);
      const first = await started();
      app.clock.advance(hourMs - 1);
      await auditHourly(app.deps);
      expect(await started()).toEqual(first);
      app.clock.advance(1);
      await Promise.all([auditHourly(app.deps), auditHourly(app.deps)]);
      const at = app.clock.now().toISOString();
      expect(await started()).toEqual({ number: 1, started_at: at, finished_at: at });
    });

    test('opens a disagreement once, even if two processes run it at the same time', async () => {
      await paidDonation(app);
      await app.deps.db.write.deleteFrom('outbox').execute();
      await sequenceLog(app.deps);
      await Promise.all([runSelfAudit(app.deps), runSelfAudit(app.deps)]);
      const rows = () => app.deps.db.read.selectFrom('disagreements').selectAll().execute();
      expect(await rows()).toHaveLength(1);
      await app.deps.db.write.deleteFrom('disagreements').execute();
      await Promise.all([runSelfAudit(app.deps), runSelfAudit(app.deps)]);
      expect(await rows()).toHaveLength(1);
    });

    test('is late if the last one is older than two hours', async () => {
      await runSelfAudit(app.deps);
      app.clock.advance(2 * hourMs + 1);
      expect((await readSelfAudit(app.deps.db.read, app.clock.now()))?.isLate).toBe(true);
    });
  });
});
