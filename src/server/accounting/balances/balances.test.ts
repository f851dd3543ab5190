import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import {
  allEntries,
  bothBalances,
  emptyLedger,
  ledgerSteps,
  post,
  takeStep,
  ledgerFindings,
} from '#test/support/accounting/random-ledger.ts';
import type { DailyMoneyInRow } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { readProgress } from './finish-hours.ts';
import { moneyInOf, readMoneyIn } from './money-in.ts';
import { movementsBetween } from './movements.ts';
import { rebuildBalances, writeBalances } from './write-balances.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const runs = 20;

const byCurrency = (one: DailyMoneyInRow, other: DailyMoneyInRow): number => (one.currency < other.currency ? -1 : 1);

forEachDatabase((engine) => {
  describe('daily balances', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    beforeEach(() => emptyLedger(app));
    afterAll(() => app.close());

    const donate = () =>
      post(app.deps, { from: 'charity:6', to: 'clearing:stripe', amountMinor: 500, currency: 'CAD' });
    const written = () =>
      app.deps.db.read.selectFrom('daily_balances').selectAll().orderBy('day').orderBy('account').execute();
    const rules = async () => [...new Set((await ledgerFindings(app.deps.db.read)).map(({ rule }) => rule))];
    /** Moves the clock to an instant. */
    const moveTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now().getTime());
    const today = () => utcDay(app.clock.now());
    const moneyInOn = async (on: string) => (await readMoneyIn(app.deps.db.read, on)).toSorted(byCurrency);
    const moneyInOfEntriesOn = async (on: string) =>
      moneyInOf(on, await movementsBetween(app.deps.db.read, startOfDay(on), startOfDay(addDays(on, 1)))).toSorted(
        byCurrency,
      );

    test('are the sums of all entries on every day, after any steps', { timeout: runs * 10_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(ledgerSteps, async (steps) => {
          await emptyLedger(app);
          for (const step of steps) {
            const { hours_finished_before: finished } = await readProgress(app.deps.db.read);
            const known = new Set((await allEntries(app)).map((entry) => JSON.stringify(entry)));
            await takeStep(app, step);
            const added = (await allEntries(app)).filter((entry) => !known.has(JSON.stringify(entry)));
            for (const { posted_at: at } of added) expect(at >= finished).toBe(true);
          }
          const days = new Set((await allEntries(app)).map(({ posted_at: at }) => at.slice(0, 10)));
          for (const posted of [...days, today()])
            for (const near of [addDays(posted, -1), posted, addDays(posted, 1)]) {
              const [found, expected] = await bothBalances(app, near);
              expect(found).toEqual(expected);
              expect(await moneyInOn(near)).toEqual(await moneyInOfEntriesOn(near));
            }
          expect(await ledgerFindings(app.deps.db.read)).toEqual([]);
        }),
        { numRuns: runs },
      );
    });

    test('are written an hour after the end of a day, and only once', async () => {
      const start = today();
      await donate();
      moveTo(`${addDays(start, 1)}T00:59:59.999Z`);
      await donate();
      await writeBalances(app.deps);
      expect(await written()).toEqual([]);
      moveTo(`${addDays(start, 1)}T01:00:00.000Z`);
      await writeBalances(app.deps);
      const rows = [
        { account: 'charity:6', currency: 'CAD', day: start, debit_minor: 0, credit_minor: 500 },
        { account: 'clearing:stripe', currency: 'CAD', day: start, debit_minor: 500, credit_minor: 0 },
      ];
      expect(await written()).toEqual(rows);
      await Promise.all([writeBalances(app.deps), writeBalances(app.deps)]);
      expect(await written()).toEqual(rows);
    });

    test('are written for at most 100 days in a round, and are correct even while other days are unwritten', async () => {
      for (let posted = 0; posted < 103; posted += 1) {
        await donate();
        app.clock.advance(dayMs);
      }
      const writtenDays = async () => new Set((await written()).map((row) => row.day)).size;
      await writeBalances(app.deps);
      expect(await writtenDays()).toBe(100);
      const [found, expected] = await bothBalances(app, today());
      expect(found).toEqual(expected);
      await writeBalances(app.deps);
      expect(await writtenDays()).toBe(103);
    });

    test('a process whose clock is still in a finished day posts to the first open day', async () => {
      await donate();
      const start = today();
      app.clock.advance(40 * dayMs);
      await writeBalances(app.deps);
      const open = today();
      app.clock.advance(-40 * dayMs);
      await donate();
      const days = (await allEntries(app)).map(({ posted_at: at }) => at.slice(0, 10));
      expect(days.toSorted()).toEqual([start, start, open, open]);
      app.clock.advance(42 * dayMs);
      await writeBalances(app.deps);
      expect(await rules()).toEqual([]);
    });

    const wrongMoneyIn = 'a written day has the money that came in';
    const keepFee = () =>
      post(app.deps, { from: 'clearing:stripe', to: 'processing_fees', amountMinor: 30, currency: 'CAD' });
    const lateEntry = 'a written day has the sums of its entries';
    const zeroSum = 'the written days of a currency sum to zero';
    const writeTwoDays = async () => {
      await donate();
      await keepFee();
      app.clock.advance(2 * dayMs);
      await writeBalances(app.deps);
      expect(await rules()).toEqual([]);
    };

    test.each<[string, (db: TestApp['deps']['db']['write']) => Promise<unknown>, string[]]>([
      [
        'an entry in a written day',
        (db) =>
          db
            .updateTable('ledger_entries')
            .set((e) => ({ amount_minor: e('amount_minor', '*', 2) }))
            .execute(),
        [lateEntry, wrongMoneyIn],
      ],
      [
        'a changed sum of the money in',
        (db) => db.updateTable('daily_money_in').set({ provider_fees_minor: 31 }).execute(),
        [wrongMoneyIn],
      ],
      [
        'a changed balance',
        (db) => db.updateTable('daily_balances').set({ debit_minor: 1 }).where('account', '=', 'charity:6').execute(),
        [lateEntry, zeroSum],
      ],
      [
        'a missing balance',
        (db) => db.deleteFrom('daily_balances').where('account', '=', 'charity:6').execute(),
        [lateEntry, zeroSum],
      ],
      [
        'a day that was written too early',
        (db) => db.updateTable('ledger_progress').set({ finished_before: '' }).execute(),
        ['only finished days are written'],
      ],
    ])('the check finds %s', async (_case, plant, broken) => {
      await writeTwoDays();
      await plant(app.deps.db.write);
      expect(await rules()).toEqual(broken);
    });

    test('rebuilding corrects wrong sums and keeps correct ones', async () => {
      await writeTwoDays();
      await donate();
      app.clock.advance(3 * dayMs);
      await writeBalances(app.deps);
      const right = await written();
      await app.deps.db.write.updateTable('daily_balances').set({ debit_minor: 7, credit_minor: 7 }).execute();
      await app.deps.db.write.updateTable('daily_money_in').set({ payments: 7 }).execute();
      expect(await rules()).toEqual([lateEntry, wrongMoneyIn]);
      const [days] = await Promise.all([rebuildBalances(app.deps.db), rebuildBalances(app.deps.db)]);
      expect(days).toBe(2);
      expect(await written()).toEqual(right);
      expect(await rules()).toEqual([]);
    });
  });
});
