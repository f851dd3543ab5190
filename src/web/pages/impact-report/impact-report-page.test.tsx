// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import type { JSX } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportCalls } from '#contract/calls/public/report.ts';
import { formatCount } from '#domain/money/format.ts';
import { brand } from '#domain/brand.ts';
import { hashtagPlaceholder, namePlaceholder, publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import { impactReport } from '#domain/report/impact-report.ts';
import { reportYearPlaceholder } from '#domain/report/report-year.ts';
import { describedTerms } from '#test/support/web/donor-page.tsx';
import ImpactReportPage from './impact-report-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

const page = (
  <RouterAt>
    <ImpactReportPage />
  </RouterAt>
);

const setClock = (instant: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
};

beforeEach(() => setClock('2026-11-21T12:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

/** Loads the charts first. They then render immediately, as in the build. */
beforeAll(async () => {
  render(page);
  expect(await screen.findAllByRole('img')).toHaveLength(3);
  cleanup();
});

const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the impact report', () => {
  test('shows the four headline figures', () => {
    render(page);
    expect(describedTerms()).toEqual([
      ['Donations', '165,340'],
      ['Meals provided', '783,210'],
      ['Amount donated', 'US$895,675.32'],
      ['Countries', '42'],
    ]);
  });

  test('shows charities, volunteer hours and growth in its summary', () => {
    render(page);
    const summary = screen.getByRole('region', { name: 'Summary' }).textContent;
    expect(summary).toMatch(/35 partnered charities with 24,360 volunteer hours.*27%/);
  });

  test('says that its figures are an example', () => {
    render(page);
    expect(screen.getByText(/figures in this report are an illustrative example/)).toBeDefined();
  });

  test('has a row for each month from January to June, and for each region', () => {
    render(page);
    const [months, regions] = screen.getAllByRole('table').map(rowsOf);
    expect(months?.map(([name]) => name)).toEqual(['Month', 'January', 'February', 'March', 'April', 'May', 'June']);
    expect(months?.[1]).toEqual(['January', '11,240', '53,180', 'US$60,912.45']);
    expect(regions?.[1]).toEqual(['North America', '38%', '297,620', '12']);
    expect(regions).toHaveLength(6);
  });

  test('draws the months and the regions as charts that agree with the tables', async () => {
    render(page);
    const [meals, amounts, regions] = (await screen.findAllByRole('img')).map((chart) =>
      chart.querySelectorAll('title, p'),
    );
    expect([...(meals ?? [])].map(({ textContent }) => textContent)).toEqual(
      impactReport.months.map((row) => `${row.month}: ${formatCount(row.meals)}`),
    );
    expect(amounts?.[0]?.textContent).toBe('January: US$60,912');
    expect([...(regions ?? [])].map(({ textContent }) => textContent)).toEqual(
      impactReport.regions.map(({ region, sharePercent }) => `${region}${sharePercent}%`),
    );
  });

  test('has sentences that agree with its charts', () => {
    const { months, regions } = impactReport;
    const isRising = (values: readonly number[]): boolean => values.every((value, at) => value > (values[at - 1] ?? 0));
    expect(isRising(months.map(({ meals }) => meals))).toBe(true);
    expect(isRising(months.map(({ amount }) => amount.amountMinor))).toBe(true);
    const byShare = regions.toSorted((left, right) => right.sharePercent - left.sharePercent);
    expect([byShare[0]?.region, byShare.at(-1)?.region]).toEqual(['North America', 'Asia Pacific']);
  });

  test('lists two partners and four goals', () => {
    render(page);
    expect(within(screen.getByRole('region', { name: 'Partner spotlight' })).getAllByRole('listitem')).toHaveLength(2);
    expect(within(screen.getByRole('region', { name: 'Looking Ahead' })).getAllByRole('listitem')).toHaveLength(4);
  });

  test('links back to the impact page and offers the PDF', () => {
    render(page);
    expect(screen.getByRole('link', { name: 'Back to Your Impact' }).getAttribute('href')).toBe('/impact');
    const button = screen.getByRole('link', { name: 'Download PDF' });
    expect(button.getAttribute('href')).toBe(reportCalls.downloadImpactReport.path);
    expect(button.hasAttribute('download')).toBe(true);
  });
});

describe('the year of the report', () => {
  test.each([
    ['2026-12-31T23:59:59Z', 'Impact Report 2025'],
    ['2027-01-01T00:00:00Z', 'Impact Report 2026'],
  ])('at %s the title is %s', (instant, title) => {
    setClock(instant);
    render(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });

  test('comes from the served page while hydrating, and then from the clock of the visitor', () => {
    const root = document.createElement('div');
    document.body.replaceChildren(root);
    document.head.innerHTML = `<meta name="public-url" content="${publicUrlPlaceholder}" />`; // this test does not depend on the address
    root.innerHTML = prerendered(page).replaceAll(reportYearPlaceholder, '2024');
    expect(root.querySelector('h1')?.textContent).toBe('Impact Report 2024');
    render(page, { container: root, hydrate: true }); // a hydration mismatch logs console.error, which fails the test
    expect(root.querySelector('h1')?.textContent).toBe('Impact Report 2025');
  });
});

/** Returns the markup that the build produces: without a `document`, and with the name that the server fills in. */
function prerendered(element: JSX.Element): string {
  vi.stubGlobal('document', undefined);
  vi.stubEnv('SSR', true);
  const markup = renderToString(element);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  return markup.replaceAll(namePlaceholder, brand.name).replaceAll(encodeURIComponent(hashtagPlaceholder), brand.name);
}
