import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { allEntries, emptyLedger, ledgerFindings, post } from '#test/support/accounting/random-ledger.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { rebuildBalances, writeBalances } from './write-balances.ts';

const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the hours of unwritten days', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    beforeEach(() => emptyLedger(app));
    afterAll(() => app.close());

    const donate = () =>
      post(app.deps, { from: 'charity:6', to: 'clearing:stripe', amountMinor: 500, currency: 'CAD' });
    const keepFee = () =>
      post(app.deps, { from: 'clearing:stripe', to: 'processing_fees', amountMinor: 30, currency: 'CAD' });
    const rules = async () => [...new Set((await ledgerFindings(app.deps.db.read)).map(({ rule }) => rule))];
    const moveTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime());
    const today = () => utcDay(app.clock.now());
    const daysWritten = async () =>
      (await app.deps.db.read.selectFrom('daily_balances').select('day').distinct().execute()).length;
    const hours = async () =>
      (
        await app.deps.db.read.selectFrom('hourly_movements').selectAll().orderBy('hour').orderBy('account').execute()
      ).map((row) => [row.hour.slice(0, 13), row.account, row.entries, row.debit_minor - row.credit_minor]);

    test('are written an hour after their end, and deleted when a later day is written', async () => {
      const start = today();
      moveTo(`${addDays(start, 1)}T09:15:00.000Z`);
      await donate();
      await donate();
      app.clock.advance(hourMs);
      await donate();
      moveTo(`${addDays(start, 1)}T10:59:59.999Z`);
      await writeBalances(app.deps);
      expect(await hours()).toEqual([]);
      moveTo(`${addDays(start, 1)}T11:00:00.000Z`);
      await writeBalances(app.deps);
      await Promise.all([writeBalances(app.deps), writeBalances(app.deps)]);
      const nine = [
        [`${addDays(start, 1)}T09`, 'charity:6', 2, -1000],
        [`${addDays(start, 1)}T09`, 'clearing:stripe', 2, 1000],
      ];
      expect(await hours()).toEqual(nine);
      expect(await daysWritten()).toBe(0);
      moveTo(`${addDays(start, 2)}T02:00:00.000Z`);
      await writeBalances(app.deps);
      expect([await hours(), await daysWritten()]).toEqual([nine, 1]); // readers may still add up the hours of the day
      await donate();
      moveTo(`${addDays(start, 3)}T02:00:00.000Z`);
      await writeBalances(app.deps);
      expect([await hours(), await daysWritten()]).toEqual([[], 2]);
      expect(await rules()).toEqual([]);
    });

    test('a process whose clock is still in a finished hour posts to the first open hour', async () => {
      const start = today();
      moveTo(`${addDays(start, 1)}T11:00:00.000Z`);
      await writeBalances(app.deps);
      moveTo(`${addDays(start, 1)}T09:15:00.000Z`);
      await donate();
      expect(new Set((await allEntries(app)).map(({ posted_at: at }) => at))).toEqual(
        new Set([`${addDays(start, 1)}T10:00:00.000Z`]),
      );
    });

    test('a day finished by a release without hours stays finished', async () => {
      const start = today();
      moveTo(`${addDays(start, 1)}T11:00:00.000Z`);
      await writeBalances(app.deps);
      const next = startOfDay(addDays(start, 2)).toISOString();
      await app.deps.db.write.updateTable('ledger_progress').set({ finished_before: next }).execute();
      await donate();
      expect((await allEntries(app)).map(({ posted_at: at }) => at)).toEqual([next, next]);
    });

    const lateHour = 'a written hour has the sums of its entries';
    const writeAnHour = async () => {
      moveTo(`${addDays(today(), 1)}T09:15:00.000Z`);
      await donate();
      await keepFee();
      app.clock.advance(2 * hourMs);
      await writeBalances(app.deps);
      expect([(await hours()).length, await rules()]).toEqual([3, []]);
    };

    test.each<[string, (db: TestApp['deps']['db']['write']) => Promise<unknown>, string[]]>([
      [
        'an entry in a written hour',
        (db) =>
          db
            .updateTable('ledger_entries')
            .set((e) => ({ amount_minor: e('amount_minor', '*', 2) }))
            .execute(),
        [lateHour],
      ],
      [
        'a changed count of an hour',
        (db) => db.updateTable('hourly_movements').set({ entries: 7 }).where('account', '=', 'charity:6').execute(),
        [lateHour],
      ],
      [
        'a missing sum of an hour',
        (db) => db.deleteFrom('hourly_movements').where('account', '=', 'charity:6').execute(),
        [lateHour],
      ],
      [
        'an hour that was written too early',
        (db) => db.updateTable('ledger_progress').set({ hours_finished_before: '' }).execute(),
        ['only finished hours are written'],
      ],
    ])('the check finds %s', async (_case, plant, broken) => {
      await writeAnHour();
      await plant(app.deps.db.write);
      expect(await rules()).toEqual(broken);
    });

    test('rebuilding corrects wrong hours', async () => {
      await writeAnHour();
      const right = await hours();
      await app.deps.db.write.updateTable('hourly_movements').set({ debit_minor: 7, entries: 7 }).execute();
      await app.deps.db.write.deleteFrom('hourly_movements').where('account', '=', 'processing_fees').execute();
      expect(await rules()).toEqual([lateHour]);
      await Promise.all([rebuildBalances(app.deps.db), rebuildBalances(app.deps.db)]);
      expect(await hours()).toEqual(right);
      expect(await rules()).toEqual([]);
    });
  });
});
