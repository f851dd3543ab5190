// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DonationAnswer } from '#contract/donor.ts';
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

  test('shows all rows of a long list, and says where the list of the server ends', async () => {
    open(Array.from({ length: 1000 }, (_, row) => ({ ...donation, id: `don_${row}` })));
    expect(await screen.findByText('Your latest 1,000 donations, newest first')).toBeDefined();
    expect(document.querySelectorAll('li')).toHaveLength(1000);
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

test.each(['', 'yesterday'])('the date %j is no date', (donationDate) => {
  expect(toDonation({ ...donation, donationDate }).donatedAt).toBeUndefined();
});
