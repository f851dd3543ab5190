// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { donationResponse, type DonationResponse } from '#contract/donor.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { stationNames } from '#domain/journey/journey.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import DonationHistoryPage from './donation-history-page.tsx';
import { toDonation } from './use-donations.ts';
import { noResponse } from '#test/support/web/stub-server.ts';

afterEach(() => void vi.restoreAllMocks());

const donation: DonationResponse = {
  id: 'don_1',
  snackName: 'Coffee',
  charityName: 'Maple Pantry',
  amount: 3.5,
  mealsProvided: 3,
  donationDate: '2026-11-21T12:00:00.000Z',
  recurring: false,
};
const monthly = { ...donation, id: 'don_2', snackName: 'Salad', amount: 1234, mealsProvided: 1, recurring: true };

const open = (donations: unknown): readonly string[] =>
  openFor('donor', <DonationHistoryPage />, {
    '/api/donations': donations,
    '/api/statements': { years: [2026, 2024] },
  });
const linesOf = (row: HTMLElement): (string | null)[] =>
  Array.from(row.querySelectorAll('p'), ({ textContent }) => textContent);

afterEach(() => window.localStorage.clear());

describe('the history', () => {
  test('lists every donation in the server’s order, with amounts in dollars and readable dates', async () => {
    open([donation, monthly]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(linesOf)).toEqual([
      ['Coffee', 'Maple Pantry', 'Nov 21, 2026', '$3.50', '3 meals'],
      ['SaladMonthly', 'Maple Pantry', 'Nov 21, 2026', '$1,234.00', '1 meal'],
    ]);
  });

  test('says what was charged, and writes US$ for a visitor with another currency', async () => {
    window.localStorage.setItem('country', 'CA');
    open([{ ...donation, charged: { total: 5.24, currency: 'CAD' } }]);
    const [row] = await screen.findAllByRole('listitem');
    expect(linesOf(row!)).toEqual(['Coffee', 'Maple Pantry', 'Nov 21, 2026', 'US$3.50', 'CA$5.24 charged', '3 meals']);
  });

  test('shows the day in the donation’s own time zone, whatever the zone of the browser', async () => {
    open([{ ...donation, day: '2026-11-22' }]);
    expect((await screen.findByText('Nov 22, 2026')).getAttribute('datetime')).toBe('2026-11-22');
    expect(screen.getByRole('link', { name: 'Receipt (PDF) for Coffee, Nov 22, 2026' })).toBeDefined();
  });

  test('links to each donation’s receipt PDF, with snack and date in the name', async () => {
    open([donation, { ...monthly, donationDate: '' }]);
    const links = await screen.findAllByRole('link', { name: /^Receipt/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.hasAttribute('download')])).toEqual([
      ['Receipt (PDF) for Coffee, Nov 21, 2026', '/api/donations/don_1/receipt.pdf', true],
      ['Receipt (PDF) for Salad', '/api/donations/don_2/receipt.pdf', true],
    ]);
  });

  test.each([
    ['refunded', 3.5, 'CoffeeRefunded', '$3.50 −$3.50'],
    ['partly_refunded', 1.33, 'CoffeePartly refunded', '$3.50 −$1.33'],
    ['disputed', 3.5, 'CoffeeDisputed', '$3.50 −$3.50'],
  ])('shows that a donation is %s, and how much of it was reversed', async (state, amount, name, figures) => {
    open([{ ...donation, mealsProvided: 0, reversal: { state, amount } }]);
    const [row] = await screen.findAllByRole('listitem');
    expect(linesOf(row!)).toEqual([name, 'Maple Pantry', 'Nov 21, 2026', figures, '0 meals']);
  });

  test('shows Date unavailable for an empty, null or missing date', async () => {
    const { donationDate: _date, ...undated } = donation;
    open([
      { ...undated, id: 'don_3' },
      { ...donation, donationDate: null },
      { ...monthly, donationDate: '' },
    ]);
    expect(await screen.findAllByText('Date unavailable')).toHaveLength(3);
  });

  test('shows a spinner while it loads', async () => {
    open(noResponse);
    expect((await screen.findByText('Loading your donation history…')).parentElement?.role).toBe('status');
  });

  test('invites the donor to give when it is empty', async () => {
    open([]);
    expect(await screen.findByText("You haven't made any donations yet")).toBeDefined();
    expect(screen.getByRole('link', { name: 'Make Your First Donation' }).getAttribute('href')).toBe('/#donate');
  });

  test.each([
    ['a server error', failure],
    ['an amount with fractions of a cent', [{ ...donation, amount: 3.501 }]],
  ])('shows an error for %s, and Try Again reloads the page', async (_reason, response) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    open(response);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('sends a visitor to sign in, and calls no endpoint', async () => {
    const calls = openFor('visitor', <DonationHistoryPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('a history longer than one page', () => {
  const pageOf = (from: number, to: number, nextCursor?: string) => (): Response =>
    new Response(
      JSON.stringify(Array.from({ length: to - from }, (_, row) => ({ ...donation, id: `don_${from + row}` }))),
      nextCursor === undefined ? {} : { headers: { [nextCursorHeader]: nextCursor } },
    );
  const openPages = (pages: Record<string, () => Response>): readonly string[] =>
    openFor('donor', <DonationHistoryPage />, { '/api/statements': { years: [2026] }, ...pages });
  const showMore = async (): Promise<void> => userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  const length = (): string | null | undefined =>
    screen.getByText(/donations, newest first$/, { selector: '[role=status]' }).textContent;
  const rows = (): number => document.querySelectorAll('li').length;

  test('states how many it shows, and shows more until all are loaded', async () => {
    const calls = openPages({
      '/api/donations': pageOf(0, 20, 'a+b'),
      '/api/donations?cursor=a%2Bb': pageOf(20, 40, 'c'),
      '/api/donations?cursor=c': pageOf(40, 41),
    });
    await screen.findByText('Your latest 20 donations, newest first');
    await showMore();
    expect([rows(), length()]).toEqual([40, 'Your latest 40 donations, newest first']);
    await showMore();
    expect([rows(), length()]).toEqual([41, '41 donations, newest first']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter((path) => path.startsWith('/api/donations'))).toEqual([
      '/api/donations',
      '/api/donations?cursor=a%2Bb',
      '/api/donations?cursor=c',
    ]);
  });

  test('moves the focus to the first new donation', async () => {
    openPages({ '/api/donations': pageOf(0, 3, 'c'), '/api/donations?cursor=c': pageOf(3, 5) });
    await showMore();
    expect(document.activeElement?.getAttribute('href')).toBe('/api/donations/don_3/receipt.pdf');
  });

  test('moves the focus to the first new donation although an earlier one shows links to its proof', async () => {
    const stations = stationNames.map((name) => ({
      name,
      state: 'upcoming',
      at: null,
      explanation: 'Soon.',
      proof: [],
    }));
    openPages({
      '/api/donations': pageOf(0, 3, 'c'),
      '/api/donations?cursor=c': pageOf(3, 5),
      '/api/donations/don_0/journey': () =>
        Response.json({ hasArrived: false, stations, happenings: [], payoutProof: 'available' }),
      '/api/donations/don_0/proof': failure,
    });
    const [firstJourney] = await screen.findAllByText('Follow this donation');
    await userEvent.click(firstJourney!);
    await screen.findByRole('link', { name: 'check the file here' });
    await showMore();
    expect(document.activeElement?.getAttribute('href')).toBe('/api/donations/don_3/receipt.pdf');
  });

  test('keeps its rows when the next page fails to load, and can try again', async () => {
    let isDown = true;
    openPages({
      '/api/donations': pageOf(0, 3, 'c'),
      '/api/donations?cursor=c': () => (isDown ? failure() : pageOf(3, 4)()),
    });
    await showMore();
    expect(screen.getByRole('alert').textContent).toBe("We couldn't load older donations. Please try again.");
    expect(rows()).toBe(3);
    isDown = false;
    await showMore();
    expect([rows(), screen.queryByRole('alert')]).toEqual([4, null]);
  });

  test('without a next page shows the total count', async () => {
    openPages({ '/api/donations': pageOf(0, 1000) });
    expect(await screen.findByText('1,000 donations, newest first')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

test.each([undefined, null, '', 'yesterday'])('the date %j is read as missing', (donationDate) => {
  expect(toDonation(donationResponse.parse({ ...donation, donationDate })).day).toBeUndefined();
});
