// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nextCursorHeader, type DonationAnswer } from '#contract/donor.ts';
import { failure, noAnswer, openFor } from '#test/support/donor-visit.tsx';
import DonationHistoryPage from './donation-history-page.tsx';
import { toDonation } from './donation.ts';

afterEach(() => void vi.restoreAllMocks());

const donation: DonationAnswer = {
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
  openFor('donor', <DonationHistoryPage />, { '/api/donations': donations });
const linesOf = (row: HTMLElement): (string | null)[] =>
  Array.from(row.querySelectorAll('p'), ({ textContent }) => textContent);

describe('the history', () => {
  test('lists every donation in the order of the server, with amounts in dollars and dates in words', async () => {
    open([donation, monthly]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(linesOf)).toEqual([
      ['Coffee', 'Maple Pantry', 'Nov 21, 2026', '$3.50', '3 meals'],
      ['SaladMonthly', 'Maple Pantry', 'Nov 21, 2026', '$1,234.00', '1 meal'],
    ]);
  });

  test('leads to the receipt of each donation as a file, named by what and when', async () => {
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
  ])('tells that a gift is %s, and how much of it is gone', async (state, amount, name, figures) => {
    open([{ ...donation, mealsProvided: 0, reversal: { state, amount } }]);
    const [row] = await screen.findAllByRole('listitem');
    expect(linesOf(row!)).toEqual([name, 'Maple Pantry', 'Nov 21, 2026', figures, '0 meals']);
  });

  test('says Date unavailable where there is none', async () => {
    open([{ ...donation, donationDate: '' }]);
    expect(await screen.findByText('Date unavailable')).toBeDefined();
  });

  test('turns a spinner while it loads', async () => {
    open(noAnswer);
    expect((await screen.findByText('Loading your donation history…')).parentElement?.role).toBe('status');
  });

  test('is an invitation when it is empty', async () => {
    open([]);
    expect(await screen.findByText("You haven't made any donations yet")).toBeDefined();
    expect(screen.getByRole('link', { name: 'Make Your First Donation' }).getAttribute('href')).toBe('/#donate');
  });

  test.each([
    ['a refusal', failure],
    ['an amount finer than a cent', [{ ...donation, amount: 3.501 }]],
  ])('that cannot be shown for %s says so, and Try Again loads the page anew', async (_reason, answer) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    open(answer);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('sends a visitor to sign in and asks for nothing', async () => {
    const calls = openFor('visitor', <DonationHistoryPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('a history longer than one answer', () => {
  const pageOf = (from: number, to: number, nextCursor?: string) => (): Response =>
    new Response(
      JSON.stringify(Array.from({ length: to - from }, (_, row) => ({ ...donation, id: `don_${from + row}` }))),
      nextCursor === undefined ? {} : { headers: { [nextCursorHeader]: nextCursor } },
    );
  const openPages = (pages: Record<string, () => Response>): readonly string[] =>
    openFor('donor', <DonationHistoryPage />, pages);
  const showMore = async (): Promise<void> => userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  const length = (): string | null | undefined =>
    screen.getByText(/donations, newest first$/, { selector: '[role=status]' }).textContent;
  const rows = (): number => document.querySelectorAll('li').length;

  test('says what it shows, and shows more until all are there', async () => {
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

  test('leads on to the first of the donations that came', async () => {
    openPages({ '/api/donations': pageOf(0, 3, 'c'), '/api/donations?cursor=c': pageOf(3, 5) });
    await showMore();
    expect(document.activeElement?.getAttribute('href')).toBe('/api/donations/don_3/receipt.pdf');
  });

  test('keeps what it has when the rest does not come, and asks again', async () => {
    let isDown = true;
    openPages({
      '/api/donations': pageOf(0, 3, 'c'),
      '/api/donations?cursor=c': () => (isDown ? failure() : pageOf(3, 4)()),
    });
    await showMore();
    expect(screen.getByRole('alert').textContent).toBe('The older donations did not come. Please try again.');
    expect(rows()).toBe(3);
    isDown = false;
    await showMore();
    expect([rows(), screen.queryByRole('alert')]).toEqual([4, null]);
  });

  test('without a further page is counted as the whole', async () => {
    openPages({ '/api/donations': pageOf(0, 1000) });
    expect(await screen.findByText('1,000 donations, newest first')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

test.each(['', 'yesterday'])('the date %j is no date', (donationDate) => {
  expect(toDonation({ ...donation, donationDate }).donatedAt).toBeUndefined();
});
