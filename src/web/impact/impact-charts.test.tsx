// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, openFor, type Responses } from '#test/support/web/donor-page.tsx';
import { aPlan } from '#test/support/web/plans-page.tsx';
import ImpactPage from './impact-page.tsx';
import { jsonResponse, noResponse } from '#test/support/web/stub-server.ts';

const aMonth = (month: string, amount: number, mealsProvided: number, charityId = 6) => ({
  month,
  charityId,
  charityName: charityId === 6 ? 'Maple Pantry' : 'World Pantry',
  donationsCount: 1,
  amount,
  mealsProvided,
});

const responses: Responses = {
  '/api/impact': { totalDonated: 16, totalMeals: 14, donationsCount: 3, charitiesSupported: 2 },
  '/api/impact/months': {
    currentMonth: '2026-11',
    months: [aMonth('2026-09', 3.5, 3), aMonth('2026-09', 2, 1, 5), aMonth('2026-11', 10.5, 10)],
  },
  '/api/plans': [],
};

const open = (changes: Responses = {}): readonly string[] =>
  openFor('donor', <ImpactPage />, { ...responses, ...changes });

/** Finds the chart whose sentence matches, when it is shown. */
const chart = (sentence: RegExp): Promise<HTMLElement> => screen.findByLabelText(sentence);

/** Returns the name and value of each bar. */
const barsOf = (element: HTMLElement): (string | null)[] =>
  [...element.querySelectorAll('title')].map(({ textContent }) => textContent);

/** Returns the rows of a collapsed table, without its head. */
async function tableRows(label: string): Promise<(string | null)[][]> {
  const [, ...rows] = (await screen.findByLabelText(label)).querySelectorAll('tr');
  return rows.map(({ children }) => [...children].map(({ textContent }) => textContent));
}

describe('giving over time', () => {
  test('shows dollars and meals by month, empty months included', async () => {
    open();
    expect(barsOf(await chart(/^Donated: \$16\.00 from June 2026 to November 2026/))).toEqual([
      'June 2026: $0',
      'July 2026: $0',
      'August 2026: $0',
      'September 2026: $5.50',
      'October 2026: $0',
      'November 2026: $10.50',
    ]);
    const meals = await chart(/^Meals: 14 from .* The highest bar is November 2026 with 10\.$/);
    expect(barsOf(meals).slice(3)).toEqual(['September 2026: 4', 'October 2026: 0', 'November 2026: 10']);
  });

  test('switches to the running total, in the charts and in the table', async () => {
    open();
    await userEvent.click(await screen.findByText('Running total'));
    expect(barsOf(await chart(/^Donated:/)).slice(3)).toEqual([
      'September 2026: $5.50',
      'October 2026: $5.50',
      'November 2026: $16',
    ]);
    expect(screen.getByText('The solid part of a bar is what that month added.')).toBeDefined();
    expect((await tableRows('Your giving as a running total')).slice(0, 3)).toEqual([
      ['November 2026', '3', '$16.00', '14'],
      ['October 2026', '2', '$5.50', '4'],
      ['September 2026', '2', '$5.50', '4'],
    ]);
  });

  test.each([
    ['2024-01', 'By quarter', 'October to December 2026: $10.50'],
    ['2019-01', 'By year', '2026: $16'],
  ])('a history since %s is shown %s', async (first, tab, lastBar) => {
    const { months } = responses['/api/impact/months'] as { months: unknown[] };
    open({ '/api/impact/months': { currentMonth: '2026-11', months: [aMonth(first, 1, 1), ...months] } });
    expect(await screen.findByText(tab)).toBeDefined();
    expect(barsOf(await chart(/^Donated:/)).at(-1)).toBe(lastBar);
  });

  test('says that it is loading, and never holds up the figures', async () => {
    open({ '/api/impact/months': noResponse, '/api/plans': noResponse });
    expect(await screen.findByText('Loading your charts…')).toBeDefined();
    expect(screen.getByText('$16.00')).toBeDefined();
  });

  test('keeps the figures after an error, and Try Again loads the charts', async () => {
    let isDown = true;
    open({
      '/api/impact/months': () => (isDown ? failure() : jsonResponse(responses['/api/impact/months'])()),
    });
    const section = within(await screen.findByLabelText('Your giving over time'));
    expect((await section.findByRole('alert')).textContent).toContain('Failed to load your charts.');
    expect(screen.getByText('$16.00')).toBeDefined();
    isDown = false;
    await userEvent.click(section.getByRole('button', { name: 'Try Again' }));
    expect(await chart(/^Donated:/)).toBeDefined();
  });
});

test('every value in a chart is in the table of its section', async () => {
  open({ '/api/plans': [aPlan()] });
  for (const sentence of [/^Donated:/, /^Meals:/, /^Donated to/, /^Expected by/]) {
    const drawn = await chart(sentence);
    expect(valuesOf(drawn)).not.toEqual([]);
    const rows = [...(drawn.closest('section')?.querySelectorAll('tr') ?? [])];
    const figuresOf = (name: string): (string | undefined)[] =>
      rows
        .filter(({ firstChild }) => firstChild?.textContent === name)
        .flatMap(({ children }) => [...children].map(({ textContent }) => textContent?.replace(/\.00$/, '')));
    for (const [name = '', value = ''] of valuesOf(drawn))
      expect(figuresOf(name)).toEqual(expect.arrayContaining(value.split(' · ')));
  }
});

/** Returns the names and values in a chart of either kind, without units. */
const valuesOf = (drawn: HTMLElement): string[][] => [
  ...barsOf(drawn).map((bar) => bar?.split(': ') ?? []),
  ...Array.from(drawn.querySelectorAll('p'), (bar) =>
    [...bar.children].map(({ textContent }) => textContent?.replace(/\.00\b/, '').replace(/ meals?$/, '') ?? ''),
  ),
];

test('the chart of charities begins with the largest amount, and adds up to the total', async () => {
  open();
  const charities = await chart(/^Donated to 2 charities\. Most to Maple Pantry: \$14\.00\.$/);
  expect(charities.textContent).toBe('Maple Pantry$14.00 · 13 mealsWorld Pantry$2.00 · 1 meal');
  expect(await tableRows('Your giving by charity')).toEqual([
    ['Maple Pantry', '2', '$14.00', '13'],
    ['World Pantry', '1', '$2.00', '1'],
  ]);
});

test('two charities with the same name are both shown', async () => {
  const namesake = { ...aMonth('2026-10', 1, 1, 7), charityName: 'Maple Pantry' };
  const months = [aMonth('2026-09', 3, 3), namesake];
  open({ '/api/impact/months': { currentMonth: '2026-11', months } });
  const charities = await chart(/^Donated to 2 charities/);
  expect(charities.textContent).toBe('Maple Pantry$3.00 · 3 mealsMaple Pantry$1.00 · 1 meal');
});

describe('the section of monthly gifts to come', () => {
  const section = async () => within(await screen.findByLabelText('Monthly gifts to come'));

  test('shows when each plan is charged next, and what is expected in six months', async () => {
    open({
      '/api/plans': [aPlan(), aPlan({ id: 'pln_2', status: 'paused', nextChargeAt: '2027-02-05T12:00:00.000Z' })],
    });
    const [first, second] = await (await section()).findAllByRole('listitem');
    expect(first?.textContent).toBe('$3.50 a month to Maple Pantry · next on Dec 21, 2026');
    expect(second?.textContent).toContain('Feb 5, 2027');
    expect(barsOf(await chart(/^Expected by April 2027: \$28\.00\.$/))).toEqual([
      'November 2026: $0',
      'December 2026: $3.50',
      'January 2027: $3.50',
      'February 2027: $7',
      'March 2027: $7',
      'April 2027: $7',
    ]);
    expect((await section()).getByText(/if nothing changes/)).toBeDefined();
  });

  test.each(['starting', 'past_due', 'ended'] as const)('promises nothing for a plan that is %s', async (status) => {
    open({ '/api/plans': [aPlan({ status })] });
    expect(await (await section()).findByText(/No monthly gifts are expected/)).toBeDefined();
  });

  test('shows an error, and Try Again loads only what failed', async () => {
    let isDown = true;
    const calls = open({ '/api/plans': () => (isDown ? failure() : jsonResponse([aPlan()])()) });
    await (await section()).findByRole('alert');
    isDown = false;
    await userEvent.click((await section()).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(calls.filter((path) => path === '/api/plans')).toHaveLength(2));
    expect(calls.filter((path) => path === '/api/impact/months')).toHaveLength(1);
  });
});
