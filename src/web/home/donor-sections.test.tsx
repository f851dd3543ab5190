// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { describedTerms, failure, openFor } from '#test/support/web/donor-page.tsx';
import { jsonResponse, noResponse } from '#test/support/web/stub-server.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { HistorySection } from './history-section.tsx';
import { ImpactSection } from './impact-section.tsx';
import { VisitorImpact } from './impact-stats.tsx';

beforeEach(() => window.localStorage.clear());

const donation = {
  id: 'don_1',
  snackName: 'Coffee',
  charityName: 'Maple Pantry',
  amount: 3.5,
  mealsProvided: 3,
  donationDate: '2026-11-21T12:00:00.000Z',
  recurring: false,
};
const donations = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...donation, id: `don_${index}`, snackName: `Snack ${index}` }));
const impact = { totalDonated: 10.5, totalMeals: 5, donationsCount: 3, charitiesSupported: 1 };
const noImpact = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };

const openHistory = (response: unknown): readonly string[] =>
  openFor('donor', <HistorySection />, { '/api/donations': response });
const openImpact = (response: unknown): readonly string[] =>
  openFor('donor', <ImpactSection />, { '/api/impact': response });

describe('the history on the home page', () => {
  test('shows the latest three donations, and a link to all if there are more', async () => {
    openHistory(donations(4));
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual(['Snack 0', 'Snack 1', 'Snack 2']);
    expect(screen.getByRole('link', { name: /^View all/ }).getAttribute('href')).toBe('/donation-history');
  });

  test('has no link to more if there are three donations', async () => {
    openHistory(donations(3));
    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /^View all/ })).toBeNull();
  });

  test.each([undefined, null, ''])('shows the date %j of a donation as today', async (donationDate) => {
    openHistory([{ ...donation, donationDate }]);
    expect(await screen.findByText(formatDay(new Date()))).toBeDefined();
  });

  test('shows three skeletons while it loads', async () => {
    openHistory(noResponse);
    const list = (await screen.findByText('Loading your donations…')).nextElementSibling;
    expect(list?.children).toHaveLength(3);
  });

  test.each([
    [1, '1 gift, 3 meals', 'This browser remembers it. Claim it to see it listed here.'],
    [2, '2 gifts, 6 meals', 'This browser remembers them. Claim them to see them listed here.'],
  ])('shows a visitor %i unclaimed donations', (count, title, text) => {
    const records = donations(count).map((_, index) => ({ id: `don_${index}`, amount: 3.5, mealsProvided: 3 }));
    window.localStorage.setItem('anonymous_donations', JSON.stringify(records));
    openFor('visitor', <HistorySection />);
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
  });

  test('invites a donor without donations', async () => {
    openHistory([]);
    expect(await screen.findByText("You haven't made any donations yet")).toBeDefined();
  });

  test('shows an error, and Try Again loads it', async () => {
    let isDown = true;
    openHistory(() => (isDown ? failure() : jsonResponse(donations(1))()));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Snack 0')).toBeDefined();
  });

  test('shows an error when the account cannot be loaded', async () => {
    openFor('donor', <HistorySection />, { '/api/user': failure });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
  });
});

describe("a donor's impact on the home page", () => {
  test('shows three figures, each with its bar', async () => {
    openImpact(impact);
    expect(await screen.findByText(/^You've given \$10\.50 in 3 donations\./)).toBeDefined();
    expect(describedTerms()).toEqual([
      ['Meals provided', '5'],
      ['Families helped', '2'],
      ['Pounds of food', '7.5'],
    ]);
    const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'));
    expect(bars).toEqual(['50', '20', '75']);
  });

  test('writes US dollars as US$ if prices are in another currency', async () => {
    window.localStorage.setItem('country', 'GB');
    openImpact(impact);
    expect(await screen.findByText(/^You've given US\$10\.50 in 3 donations\./)).toBeDefined();
  });

  test('has no bars while it loads', async () => {
    openImpact(noResponse);
    expect(await screen.findByText('Families helped')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('says so if there is none yet', async () => {
    openImpact(noImpact);
    expect(await screen.findByText('No impact data yet.')).toBeDefined();
  });

  test('shows an error, and Try Again loads it', async () => {
    let isDown = true;
    openImpact(() => (isDown ? failure() : jsonResponse(impact)()));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your impact data.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/^You've given/)).toBeDefined();
  });
});

describe('a visitor', () => {
  test('sees an example impact and an empty history, and calls no endpoint of an account', () => {
    const calls = openFor(
      'visitor',
      <>
        <ImpactSection />
        <HistorySection />
      </>,
    );
    expect(describedTerms()[0]).toEqual(['Meals provided', '10']);
    expect(screen.getByRole('link', { name: 'Make Your First Donation' })).toBeDefined();
    expect(calls).toEqual(['/api/rates']);
  });

  test.each([
    [0, 'a gift of 10 meals', ['10', '5', '15']],
    [1, 'your basket (1 meal)', ['1', '0', '1.5']],
    [7, 'your basket (7 meals)', ['7', '3', '10.5']],
    [1200, 'your basket (1,200 meals)', ['1,200', '600', '1,800']],
  ])('with %i meals in the basket sees what %s adds up to', (basketMeals, described, figures) => {
    openFor('visitor', <VisitorImpact basketMeals={basketMeals} />);
    expect(
      screen.getByText(
        `Here's what ${described} adds up to. These are estimates, calculated the same way for every charity.`,
      ),
    ).toBeDefined();
    expect(describedTerms().map(([, figure]) => figure)).toEqual(figures);
  });

  test('has the community block on the page, but hidden', () => {
    openFor('visitor', <ImpactSection />);
    expect(screen.getByText('Community Impact').closest('[hidden]')).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'Community Impact' })).toBeNull();
  });
});
