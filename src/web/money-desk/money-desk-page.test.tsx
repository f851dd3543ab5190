// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { BooksAnswer } from '#contract/money-desk.ts';
import { donor, failure, noAnswer, openFor } from '#test/support/donor-visit.tsx';
import MoneyDeskPage from './money-desk-page.tsx';

const run: BooksAnswer['runs'][number] = {
  id: 'rec_1',
  scope: 'recent',
  status: 'finished',
  since: '2026-11-14T12:00:00.000Z',
  startedAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:05.000Z',
  compared: 1200,
  healed: 2,
  quarantined: 0,
  lapsed: 1,
  feesBooked: 30,
  unknownAtProvider: [],
};
const counts = { donations: 1234, refunded: 2, disputed: 1, quarantined: 1, waiting: 0, givenUp: 0 };
const books: BooksAnswer = {
  runs: [
    run,
    { ...run, id: 'rec_2', scope: 'open', status: 'unavailable' },
    { ...run, id: 'rec_3', scope: 'open', unknownAtProvider: ['int_9'] },
  ],
  quarantined: [
    {
      provider: 'stripe',
      eventId: 'evt_1',
      reason: 'other_amount',
      quarantinedAt: '2026-11-21T12:00:00.000Z',
      ids: ['int_1', 'pi_1'],
    },
  ],
  counts,
};
const nothing: BooksAnswer = {
  runs: [],
  quarantined: [],
  counts: { donations: 0, refunded: 0, disputed: 0, quarantined: 0, waiting: 0, givenUp: 0 },
};
const admin = { ...donor, isAdmin: true };
const transactionId = 'don_00000000000000000000000000';

const open = (answer: unknown, refund?: unknown): readonly string[] =>
  openFor('donor', <MoneyDeskPage />, {
    '/api/user': admin,
    '/api/admin/books': answer,
    [`/api/admin/donations/${transactionId}/refund`]: refund,
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe("the administrator's view of the books", () => {
  test('shows figures, and those that want a person stand out', async () => {
    open(books);
    expect((await screen.findByText('1,234')).previousElementSibling?.textContent).toBe('Donations');
    const marked = [...document.querySelectorAll('[data-wants-person="true"] dt')];
    expect(marked.map(({ textContent }) => textContent)).toEqual(['Disputed', 'Set aside']);
  });

  test('tells what is wrong with what was set aside, and the ids that lead to it', async () => {
    open(books);
    const aside = await section('Set aside');
    expect(aside.getByText('Another amount than fits the gift')).toBeDefined();
    expect(aside.getByText('evt_1 int_1 pi_1')).toBeDefined();
  });

  test.each(['unknown_session', 'plan_over', 'no_payment'])('has words for a bill set aside for %s', async (reason) => {
    open({ ...books, quarantined: books.quarantined.map((entry) => ({ ...entry, reason })) });
    const aside = await section('Set aside');
    expect(aside.queryByText(reason)).toBeNull();
  });

  test('tells each comparison with its result', async () => {
    open(books);
    const comparisons = await section('Comparisons with the providers');
    expect(comparisons.getByText('Agrees')).toBeDefined();
    expect(comparisons.getByText('Provider not reached')).toBeDefined();
    expect(comparisons.getByText('Differs')).toBeDefined();
    expect(comparisons.getByText('Not known to the provider: int_9')).toBeDefined();
    expect(comparisons.getAllByText(/1,200 compared, 2 made up for, 0 set aside/)).toHaveLength(3);
  });

  test('says so where there is nothing', async () => {
    open(nothing);
    expect(await screen.findByText('Everything that the providers told us fits the books.')).toBeDefined();
    expect(screen.getByText('None was made yet.')).toBeDefined();
  });

  test('turns a spinner while it loads', async () => {
    open(noAnswer);
    expect(await screen.findByText('Reading the books…')).toBeDefined();
  });

  test('that cannot be read says so, and asks again', async () => {
    const calls = open(failure);
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(calls.filter((path) => path === '/api/admin/books').length).toBeGreaterThan(1);
  });

  test('is closed to a donor, and the server is not asked', async () => {
    const calls = openFor('donor', <MoneyDeskPage />);
    expect(await screen.findByText('Access Denied: You do not have permission to access this page.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(calls).not.toContain('/api/admin/books');
  });

  test('sends a visitor to sign in', async () => {
    openFor('visitor', <MoneyDeskPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  });
});

describe('the refund form', () => {
  const fill = async (typed: { readonly id?: string; readonly amount?: string }): Promise<void> => {
    const form = await section('Refund a donation');
    fireEvent.change(form.getByLabelText('Transaction ID'), { target: { value: typed.id ?? transactionId } });
    fireEvent.change(form.getByLabelText('Amount charged to give back'), { target: { value: typed.amount ?? '' } });
    fireEvent.click(form.getByRole('button', { name: 'Refund…' }));
  };
  const readingsOf = (calls: readonly string[]): number => calls.filter((path) => path === '/api/admin/books').length;
  const asked = (calls: readonly string[]): boolean => calls.some((path) => path.endsWith('/refund'));

  test('asks once more before anything happens', async () => {
    const calls = open(books);
    await fill({ amount: '1.5' });
    const dialog = within(screen.getByRole('alertdialog', { name: 'Refund this donation?' }));
    expect(dialog.getByText(/^1.5 of what was charged goes back to the donor/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Keep the donation' }));
    expect(asked(calls)).toBe(false);
  });

  test('asks the server, and says what was asked for', async () => {
    open(books, { status: 'asked', amount: 5.24, currency: 'CAD' });
    await fill({});
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText(/^Asked the provider to give back CAD 5.24/)).toBeDefined();
  });

  test('keeps the focus at its button while it asks, and takes no second press', async () => {
    const calls = open(books, noAnswer);
    await fill({});
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Asking…' });
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    fireEvent.click(button);
    expect(screen.queryByText(/goes back to the donor/)).toBeNull();
    expect(calls.filter((path) => path.endsWith('/refund'))).toHaveLength(1);
  });

  test("shows the server's sentence when it refuses", async () => {
    const sentence = 'Nothing of this donation is left to refund.';
    open(books, () => new Response(JSON.stringify({ code: 'x', error: sentence, message: sentence }), { status: 409 }));
    await fill({});
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect((await screen.findByText(sentence)).parentElement?.role).toBe('alert');
  });

  test('whose answer is lost says that nobody knows, and reads the books', async () => {
    const calls = open(books, () => Promise.reject(new TypeError('Failed to fetch')));
    await fill({ amount: '1.5' });
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    expect(
      await screen.findByText(/nobody here knows whether the refund was asked for\. Look at the books/),
    ).toBeDefined();
    await waitFor(() => expect(readingsOf(calls)).toBe(2));
  });

  test('has the books read again when the provider will have done its part', async () => {
    const calls = open(books, { status: 'asked', amount: 5.24, currency: 'CAD' });
    await fill({});
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText(/^Asked the provider/);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(readingsOf(calls)).toBe(5);
    vi.useRealTimers();
  });

  test.each([
    [{ id: ' ' }, 'Please enter a transaction ID.'],
    [{ amount: '0' }, 'Please enter an amount that is more than zero and no more than is left.'],
    [{ amount: 'all' }, 'Please enter an amount that is more than zero and no more than is left.'],
    [{ amount: '1e3' }, 'Please enter an amount that is more than zero and no more than is left.'],
    [{ amount: '0x10' }, 'Please enter an amount that is more than zero and no more than is left.'],
    [{ amount: '5.005' }, 'Please enter an amount that is more than zero and no more than is left.'],
  ])('with %j is not sent', async (typed, sentence) => {
    const calls = open(books);
    await fill(typed);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByText(/goes back to the donor/)).toBeNull();
    expect(asked(calls)).toBe(false);
  });
});
