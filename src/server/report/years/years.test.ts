import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminReportSentences } from '#contract/admin/report.ts';
import { noReportSentences } from '#domain/report/report-page.ts';
import { yearRowDonationsMin, type YearFigures, type YearReport } from '#domain/report/year-report.ts';
import { writeBalances } from '#server/accounting/index.ts';
import { createPublished } from '#server/published.ts';
import { refreshPublished } from '#server/publishing/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { emptyLedger } from '#test/support/accounting/random-ledger.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertCatalogueVersion, withEntries } from '#test/support/catalogue/catalogue.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import {
  insertSettledDonation,
  historySteps,
  remainingOf,
  reverse,
  type GivenDonation,
} from '#test/support/report/donation-history.ts';
import { writeDonationDays } from '../days/write-donation-days.ts';
import { readYears } from './read-years.ts';

const path = '/api/admin/report-years';
const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the yearly reports', () => {
    let app: TestApp;
    let content: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const switchYear = (isOn: boolean, basedOn: number, year = 2026) =>
      call(app, {
        method: 'POST',
        url: path,
        cookie: content.cookie,
        body: { year, isOn, basedOn, reason: 'The year is over' },
      });
    const open = (year: string) => app.server.inject({ url: `/api/impact-report?year=${year}` });
    const giveCoffees = async (count: number): Promise<GivenDonation[]> => {
      const given: GivenDonation[] = [];
      for (let index = 0; index < count; index += 1) given.push(await insertSettledDonation(app));
      return given;
    };

    test('are public from when staff publish them until staff withdraw them', async () => {
      await giveCoffees(yearRowDonationsMin);
      expect((await open('2026')).statusCode).toBe(404);
      expect((await switchYear(true, 0)).json()).toEqual({ status: 'published', version: 1 });
      const march = { name: 'March', donations: 5, meals: 15, amountMinor: 1750 };
      expect((await open('2026')).json()).toMatchObject({
        kind: 'year',
        years: [2026],
        report: { year: 2026, isRunning: true, donations: 5, meals: 15, amountMinor: 1750, charities: 1 },
      });
      expect((await open('2026')).json().report.months.at(-1)).toEqual(march);
      expect((await app.server.inject({ url: '/api/impact-report' })).json()).toMatchObject({
        kind: 'example',
        years: [2026],
      });
      await switchYear(false, 1);
      expect((await open('2026')).statusCode).toBe(404);
      expect(await loggedActions(app)).toMatchObject([
        { action: 'version_published', reason: 'The year is over' },
        { action: 'version_published', reason: 'The year is over' },
      ]);
    });

    test.each(['2025', '1999', 'abc', '', '02026', '2026%20'])('do not exist for the year %j', async (year) => {
      await giveCoffees(yearRowDonationsMin);
      await switchYear(true, 0);
      const response = await open(year);
      expect([response.statusCode, response.json()]).toEqual([404, refusal('not_found', noReportSentences.missing)]);
      expect((await app.server.inject({ url: `/api/impact-report.pdf?year=${year}` })).statusCode).toBe(404);
    });

    test('cannot be published for a year with too few donations, and disappear when too few are left', async () => {
      const [first] = await giveCoffees(yearRowDonationsMin);
      const refused = await switchYear(true, 0, 2025);
      expect([refused.statusCode, refused.json().message]).toEqual([400, adminReportSentences.uncovered]);
      await switchYear(true, 0);
      if (first) await reverse(app, first, first.donation.charge_total_minor);
      expect((await open('2026')).statusCode).toBe(404);
    });

    test('are at most a minute old', async () => {
      await giveCoffees(yearRowDonationsMin);
      await switchYear(true, 0);
      const donations = async () => (await open('2026')).json().report.donations;
      expect(await donations()).toBe(5);
      await insertSettledDonation(app);
      expect(await donations()).toBe(5);
      app.clock.advance(60_000);
      expect(await donations()).toBe(6);
    });

    test('name each charity, even a new one, as the latest version of the catalogue does', async () => {
      const { document } = app.deps.published.catalogue.current();
      const { snacks, charities } = withEntries(document, { charities: { 6: { name: 'Pantries of Canada' } } });
      const oceania = { id: 10, name: 'Food banks of Oceania', isRetired: false };
      const body = { document: { snacks, charities: [...charities, oceania] }, basedOn: 0, reason: 'As agreed' };
      const response = await call(app, { method: 'POST', url: '/api/admin/catalogue', cookie: content.cookie, body });
      expect(response.statusCode).toBe(200);
      await giveCoffees(yearRowDonationsMin);
      for (let index = 0; index < yearRowDonationsMin; index += 1)
        await insertSettledDonation(app, { charity_id: oceania.id });
      const [report] = (await readYears(app.deps))!;
      const names = report?.byCharity.map(({ name }) => name).toSorted();
      expect(names).toEqual(['Food banks of Oceania', 'Pantries of Canada']);
    });

    test('distinguish charities with the same name', async () => {
      const name = 'Food banks across Canada';
      await insertCatalogueVersion(app, { charities: { 5: { name, isRetired: true } } });
      for (const id of [5, 6])
        for (let index = 0; index < yearRowDonationsMin; index += 1)
          await insertSettledDonation(app, { charity_id: id });
      const [report] = (await readYears(app.deps))!;
      const names = report?.byCharity.map((row) => row.name).toSorted();
      expect({ charities: report?.charities, names }).toEqual({ charities: 2, names: [`${name} (5)`, `${name} (6)`] });
    });

    test('can be downloaded as a PDF that changes with the figures', async () => {
      await giveCoffees(yearRowDonationsMin);
      await switchYear(true, 0);
      const download = () => app.server.inject({ url: '/api/impact-report.pdf?year=2026' });
      const before = await download();
      expect(before.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      expect(before.headers['content-disposition']).toBe('attachment; filename="kindbite-impact-report-2026.pdf"');
      expect((await download()).headers.etag).toBe(before.headers.etag);
      await insertSettledDonation(app);
      app.clock.advance(60_000);
      expect((await download()).headers.etag).not.toBe(before.headers.etag);
    });

    test('are public in every process after its next refresh', async () => {
      await giveCoffees(yearRowDonationsMin);
      const published = createPublished(app.clock);
      await switchYear(true, 0);
      await refreshPublished({ ...app.deps, published });
      expect(published.reportYears.current().document).toEqual({ years: [2026] });
    });

    test('are listed for staff with their changes, and a change by someone who has not seen the last one is refused', async () => {
      await giveCoffees(yearRowDonationsMin);
      await switchYear(true, 0);
      const late = await switchYear(false, 0);
      expect([late.statusCode, late.json().code]).toEqual([409, 'version_outdated']);
      const response = await call(app, { method: 'GET', url: path, cookie: content.cookie });
      expect(response.json()).toMatchObject({
        version: 1,
        reports: [{ isPublic: true, report: { year: 2026, donations: 5 } }],
        history: [{ publishedBy: 'conny', changes: [{ name: 'Report of 2026', before: null, after: 'public' }] }],
      });
    });

    test('add up any history of donations and reversals, and have no row with too few donations', async () => {
      await fc.assert(
        fc.asyncProperty(historySteps, async (steps) => {
          await emptyLedger(app);
          const given: GivenDonation[] = [];
          for (const step of steps) {
            if (step.kind === 'wait') app.clock.advance(step.hours * hourMs);
            else if (step.kind === 'write') await writeBalances(app.deps).then(() => writeDonationDays(app.deps));
            else if (step.kind === 'reverse') {
              const one = given[step.index % given.length];
              if (one) await reverse(app, one, Math.floor((one.donation.charge_total_minor * step.permille) / 1000));
            } else {
              const { charityId, amountMinor, meals } = step;
              given.push(await insertSettledDonation(app, { charity_id: charityId, amount_minor: amountMinor, meals }));
            }
          }
          const reports = (await readYears(app.deps))!;
          const naive = naiveYears(given);
          expect(
            reports.map(({ year, donations, meals, amountMinor }) => [year, donations, meals, amountMinor]),
          ).toEqual(naive.map(({ year, donations, meals, amountMinor }) => [year, donations, meals, amountMinor]));
          for (const report of reports) expectRowsToAddUp(report);
        }),
        { numRuns: 15 },
      );
    });
  });
});

/** Adds up what is left of the donations, by the year in which they were settled. Leaves out years with too few donations. */
function naiveYears(given: readonly GivenDonation[]): readonly (YearFigures & { readonly year: number })[] {
  const years = [...new Set(given.map(({ postedAt }) => Number(postedAt.slice(0, 4))))].toSorted((a, b) => b - a);
  return years
    .map((year) => {
      const left = given.filter(({ postedAt }) => postedAt.startsWith(`${year}-`)).map(remainingOf);
      return {
        year,
        donations: left.filter(({ amountMinor }) => amountMinor > 0).length,
        meals: left.reduce((sum, { meals }) => sum + meals, 0),
        amountMinor: left.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      };
    })
    .filter(({ donations }) => donations >= yearRowDonationsMin);
}

function expectRowsToAddUp(report: YearReport): void {
  for (const rows of [report.months, report.byCharity]) {
    expect(rows.filter(({ donations }) => donations > 0 && donations < yearRowDonationsMin)).toEqual([]);
    for (const figure of ['donations', 'meals', 'amountMinor'] as const)
      expect(rows.reduce((sum, row) => sum + row[figure], 0)).toBe(report[figure]);
  }
}
