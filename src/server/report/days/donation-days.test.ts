import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeBalances } from '#server/accounting/index.ts';
import type { DonationSums } from '#server/db/tables.ts';
import { emptyLedger } from '#test/support/accounting/random-ledger.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { bothChecks } from '#test/support/app/ledger-faults.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import {
  insertSettledDonation,
  historySteps,
  remainingOf,
  reverse,
  type GivenDonation,
  type HistoryStep,
} from '#test/support/report/donation-history.ts';
import { sumAllDonations, sumDonationsByMonth } from './sum-donations.ts';
import { writeDonationDays } from './write-donation-days.ts';

const hourMs = 60 * 60 * 1000;
const runs = 15;

forEachDatabase((engine) => {
  describe('the sum of all donations', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const writeDays = async () => {
      await writeBalances(app.deps);
      await writeDonationDays(app.deps);
    };
    const rows = () =>
      app.deps.db.read
        .selectFrom('daily_donations')
        .selectAll()
        .orderBy('day')
        .orderBy('given_month')
        .orderBy('charity_id')
        .execute();
    const totalIfFewUnwritten = (max?: number) => sumAllDonations(app.deps.db.read, app.clock.now(), max);
    const total = async () => {
      const sums = await totalIfFewUnwritten();
      if (!sums) throw new TypeError('expected the sums of a few donations');
      return sums;
    };
    const byMonth = (max: number) => sumDonationsByMonth(app.deps.db.read, app.clock.now(), max);
    const rules = async () =>
      (await bothChecks(app.deps.db.read)).map(({ rule }) => rule).filter((rule) => rule.includes('donations'));

    async function takeStep(given: GivenDonation[], step: HistoryStep): Promise<void> {
      if (step.kind === 'write') return writeDays();
      if (step.kind === 'wait') return app.clock.advance(step.hours * hourMs);
      if (step.kind === 'reverse') {
        const one = given[step.index % given.length];
        if (one) await reverse(app, one, Math.floor((one.donation.charge_total_minor * step.permille) / 1000));
        return;
      }
      const { charityId, amountMinor, meals } = step;
      given.push(await insertSettledDonation(app, { charity_id: charityId, amount_minor: amountMinor, meals }));
    }

    test('is correct for any history of donations and reversals, whenever days are written', async () => {
      await fc.assert(
        fc.asyncProperty(historySteps, async (steps) => {
          await emptyLedger(app);
          const given: GivenDonation[] = [];
          for (const step of steps) await takeStep(given, step);
          const left = given.map(remainingOf);
          const expected = {
            donations: left.filter(({ amountMinor }) => amountMinor > 0).length,
            amountMinor: left.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
            meals: left.reduce((sum, { meals }) => sum + meals, 0),
            charged: given.reduce(
              (sum, { donation, reversedMinor }) => sum + donation.charge_total_minor - reversedMinor,
              0,
            ),
          };
          expect(netOf(await total())).toEqual(expected);
          app.clock.advance(26 * hourMs);
          await writeDays();
          expect(netOf(await total())).toEqual(expected);
          expect(await rules()).toEqual([]);
        }),
        { numRuns: runs },
      );
    });

    test('includes a reversal on its own day, in the month of the donation', async () => {
      const coffee = await insertSettledDonation(app);
      app.clock.advance(40 * 24 * hourMs);
      await reverse(app, coffee, 262);
      app.clock.advance(26 * hourMs);
      await Promise.all([writeDays(), writeDays()]);
      expect(await rows()).toMatchObject([
        { day: '2026-03-04', given_month: '2026-03', donations: 1, meals: 3, amount_minor: 350, charge_minor: 476 },
        {
          day: '2026-04-13',
          given_month: '2026-03',
          donations: 0,
          donations_reversed: 0,
          meals_reversed: 2,
          amount_reversed_minor: 175,
          charge_reversed_minor: 238,
          service_fees_reversed_minor: 24,
        },
      ]);
    });

    test('is undefined while earlier days have more unwritten donations than one call reads', async () => {
      await insertSettledDonation(app);
      await reverse(app, await insertSettledDonation(app), 524);
      app.clock.advance(24 * hourMs);
      await insertSettledDonation(app);
      expect(netOf((await totalIfFewUnwritten(0))!)).toMatchObject({ donations: 2 }); // of yesterday and today
      app.clock.advance(24 * hourMs);
      const found = [3, 2].map((max) => Promise.all([totalIfFewUnwritten(max), byMonth(max)]));
      expect(await Promise.all(found)).toEqual([
        [expect.objectContaining({ donations: 3 }), [expect.objectContaining({ donations: 3 })]],
        [undefined, undefined],
      ]);
      await writeDays();
      expect(await Promise.all([totalIfFewUnwritten(0), byMonth(0)])).toMatchObject([
        { donations: 3, donations_reversed: 1 },
        [{ donations: 3, donations_reversed: 1 }],
      ]);
    });

    test.each(['donations', 'meals', 'amount_minor', 'charge_reversed_minor', 'service_fees_minor'] as const)(
      'the check finds a written day whose %s differ from the ledger',
      async (column) => {
        await insertSettledDonation(app);
        app.clock.advance(50 * hourMs);
        await writeDays();
        expect(await rules()).toEqual([]);
        await app.deps.db.write
          .updateTable('daily_donations')
          .set({ [column]: 7 })
          .execute();
        expect(await rules()).toEqual(['a written day has what was posted for donations']);
      },
    );
  });
});

/** Returns the sums after reversals. */
const netOf = (sums: DonationSums) => ({
  donations: sums.donations - sums.donations_reversed,
  amountMinor: sums.amount_minor - sums.amount_reversed_minor,
  meals: sums.meals - sums.meals_reversed,
  charged: sums.charge_minor - sums.charge_reversed_minor + sums.service_fees_minor - sums.service_fees_reversed_minor,
});
