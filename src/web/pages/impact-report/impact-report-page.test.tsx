// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import type { JSX } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportEndpoints } from '#contract/report-endpoints.ts';
import { publicUrlMark } from '#domain/public-url.ts';
import { reportYearMark } from '#domain/report/report-year.ts';
import { describedTerms } from '#test/support/donor-visit.tsx';
import ImpactReportPage from './impact-report-page.tsx';

const page = (
  <MemoryRouter>
    <ImpactReportPage />
  </MemoryRouter>
);

const setClock = (instant: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
};

beforeEach(() => setClock('2026-11-21T12:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
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
      ['Amount donated', '$895,675.32'],
      ['Countries', '42'],
    ]);
  });

  test('tells charities, volunteer hours and growth in its summary', () => {
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
    expect(months?.[1]).toEqual(['January', '11,240', '53,180', '$60,912.45']);
    expect(regions?.[1]).toEqual(['North America', '38%', '297,620', '12']);
    expect(regions).toHaveLength(6);
  });

  test('tells of two partners and of the goals', () => {
    render(page);
    expect(within(screen.getByRole('region', { name: 'Partner spotlight' })).getAllByRole('listitem')).toHaveLength(2);
    expect(within(screen.getByRole('region', { name: 'Looking Ahead' })).getAllByRole('listitem')).toHaveLength(4);
  });

  test('leads back to the impact page, and its button to the document', () => {
    render(page);
    expect(screen.getByRole('link', { name: 'Back to Your Impact' }).getAttribute('href')).toBe('/impact');
    const button = screen.getByRole('link', { name: 'Download PDF' });
    expect(button.getAttribute('href')).toBe(reportEndpoints.downloadImpactReport.path);
    expect(button.hasAttribute('download')).toBe(true);
  });
});

describe('its year', () => {
  test.each([
    ['2026-12-31T23:59:59Z', 'Impact Report 2025'],
    ['2027-01-01T00:00:00Z', 'Impact Report 2026'],
  ])('at %s makes it %s', (instant, title) => {
    setClock(instant);
    render(page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });

  test('is taken over from the document, and put right where the document is of another year', () => {
    const root = document.createElement('div');
    document.body.replaceChildren(root);
    document.head.innerHTML = `<meta name="public-url" content="${publicUrlMark}" />`; // the address is not what this is about
    root.innerHTML = prerendered(page).replaceAll(reportYearMark, '2024');
    expect(root.querySelector('h1')?.textContent).toBe('Impact Report 2024');
    render(page, { container: root, hydrate: true }); // a difference from the document would be a console.error, which fails a test
    expect(root.querySelector('h1')?.textContent).toBe('Impact Report 2025');
  });
});

/** The markup as the build makes it, where there is no document. */
function prerendered(element: JSX.Element): string {
  vi.stubGlobal('document', undefined);
  const markup = renderToString(element);
  vi.unstubAllGlobals();
  return markup;
}
