// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { MoneyDeskAnswer } from '#contract/money-desk.ts';
import { failure, openFor } from '#test/support/web/donor-page.tsx';
import { notStaff, staffOf } from '#test/support/web/staff.ts';
import MoneyDeskPage from './money-desk-page.tsx';
import { noAnswer, refusalAnswer } from '#test/support/web/stub-server.ts';

const run: MoneyDeskAnswer['runs'][number] = {
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
  missingPermissions: [],
};
const counts = { donations: 1234, refunded: 2, disputed: 1, quarantined: 1, waiting: 0, deadJobs: 0 };
const answer: MoneyDeskAnswer = {
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
  disputeLosses: [{ amount: 2, currency: 'CAD' }],
  restore: null,
  lostPlans: [],
};
const nothing: MoneyDeskAnswer = {
  runs: [],
  quarantined: [],
  counts: { donations: 0, refunded: 0, disputed: 0, quarantined: 0, waiting: 0, deadJobs: 0 },
  disputeLosses: [],
  restore: null,
  lostPlans: [],
};
const transactionId = 'don_00000000000000000000000000';

const refundable = { charged: 5.24, remaining: 5.24, currency: 'CAD' };

const open = (moneyDesk: unknown, refund?: unknown, lookedUp: unknown = refundable): readonly string[] =>
  openFor('donor', <MoneyDeskPage />, {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/money': moneyDesk,
    [`/api/admin/donations/${transactionId}`]: lookedUp,
    [`/api/admin/donations/${transactionId}/refund`]: refund,
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the money desk', () => {
  test('shows counts, and those that need review stand out', async () => {
    open(answer);
    expect((await screen.findByText('1,234')).previousElementSibling?.textContent).toBe('Donations');
    const highlighted = [...document.querySelectorAll('[data-needs-review="true"] dt')];
    expect(highlighted.map(({ textContent }) => textContent)).toEqual(['Disputed', 'Quarantined']);
  });

  test('shows what disputes cost us', async () => {
    open(answer);
    expect((await screen.findByText('Dispute losses')).nextElementSibling?.textContent).toBe('CAD 2.00');
  });

  test('shows why an event is quarantined, and its ids', async () => {
    open(answer);
    const quarantined = await section('Quarantined');
    expect(quarantined.getByText('Amount differs from the donation’s')).toBeDefined();
    expect(quarantined.getByText('evt_1 int_1 pi_1')).toBeDefined();
  });

  test.each(['unknown_session', 'plan_over', 'no_payment', 'unknown_status', 'sums_differ'])(
    'explains the reason %s in plain English',
    async (reason) => {
      open({ ...answer, quarantined: answer.quarantined.map((event) => ({ ...event, reason })) });
      const quarantined = await section('Quarantined');
      expect(quarantined.queryByText(reason)).toBeNull();
    },
  );

  test('shows each reconciliation run with its result', async () => {
    open(answer);
    const runs = await section('Reconciliation');
    expect(runs.getByText('Matches')).toBeDefined();
    expect(runs.getByText('Provider unavailable')).toBeDefined();
    expect(runs.getByText('Differs')).toBeDefined();
    expect(runs.getByText('Unknown to the provider: int_9')).toBeDefined();
    expect(runs.getAllByText(/1,200 compared, 2 recovered, 0 quarantined, 1 expired, 30 fees recorded/)).toHaveLength(
      3,
    );
  });

  test('says which permission a run lacked', async () => {
    open({ ...answer, runs: [{ ...run, missingPermissions: ['The key may not do this. Do that.'] }] });
    const runs = await section('Reconciliation');
    expect(runs.getByText('Permission missing')).toBeDefined();
    expect(runs.getByText('The key may not do this. Do that.')).toBeDefined();
    expect(runs.queryByText('Matches')).toBeNull();
  });

  test('says so when there is nothing to show', async () => {
    open(nothing);
    expect(await screen.findByText('No discrepancies. Every provider event matches the ledger.')).toBeDefined();
    expect(screen.getByText('No runs yet.')).toBeDefined();
  });

  test('shows a spinner while it loads', async () => {
    open(noAnswer);
    expect(await screen.findByText('Loading payments…')).toBeDefined();
  });

  test('shows an error when it does not load, and tries again', async () => {
    const calls = open(failure);
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(calls.filter((path) => path === '/api/admin/money').length).toBeGreaterThan(1);
  });

  test('is closed to a donor, and nothing is requested', async () => {
    const calls = openFor('donor', <MoneyDeskPage />, { '/api/admin/me': notStaff });
    expect(await screen.findByText('You do not have permission to access this page.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(calls).not.toContain('/api/admin/money');
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
    fireEvent.change(form.getByLabelText('Amount to refund'), { target: { value: typed.amount ?? '' } });
    await userEvent.click(form.getByRole('button', { name: 'Refund…' }));
  };
  const confirm = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Refund' }));
  };
  const loadsIn = (calls: readonly string[]): number => calls.filter((path) => path === '/api/admin/money').length;
  const hasRequested = (calls: readonly string[]): boolean => calls.some((path) => path.endsWith('/refund'));

  test('asks for confirmation before anything happens', async () => {
    const calls = open(answer);
    await fill({ amount: '1.5' });
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this donation?' }));
    expect(dialog.getByText(/^CAD 1.50 of CAD 5.24 will be refunded to the donor/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Keep the donation' }));
    expect(hasRequested(calls)).toBe(false);
  });

  test('requests the refund, and shows what was requested', async () => {
    open(answer, { status: 'requested', amount: 5.24, currency: 'CAD' });
    await fill({});
    await confirm();
    expect(await screen.findByText(/^Refund of CAD 5.24 requested/)).toBeDefined();
  });

  test('keeps its button focusable while it requests, and ignores a second click', async () => {
    const calls = open(answer, noAnswer);
    await fill({});
    await confirm();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Requesting…' });
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    await userEvent.click(button);
    expect(screen.queryByText(/will be refunded to the donor/)).toBeNull();
    expect(calls.filter((path) => path.endsWith('/refund'))).toHaveLength(1);
  });

  test("shows the server's sentence when it refuses", async () => {
    const sentence = 'There is nothing left to refund for this donation.';
    open(answer, refusalAnswer(409, sentence));
    await fill({});
    await confirm();
    expect((await screen.findByText(sentence)).parentElement?.role).toBe('alert');
  });

  test.each([
    ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is a proxy’s page', () => new Response('<h1>504 Gateway Timeout</h1>', { status: 504 })],
  ])('says that the outcome is unknown when the answer %s, and reloads the data', async (_how, lost) => {
    const calls = open(answer, lost);
    await fill({ amount: '1.5' });
    await confirm();
    expect(await screen.findByText(/may or may not have been requested\. Enter the same refund again/)).toBeDefined();
    await waitFor(() => expect(loadsIn(calls)).toBe(2));
  });

  test('sends what was left and a key, and the same again when the answer was lost', async () => {
    open(answer, () => Promise.reject(new TypeError('Failed to fetch')));
    const sent = vi.mocked(fetch);
    const requests = vi.fn<typeof fetch>((...call) => sent(...call));
    vi.stubGlobal('fetch', requests);
    for (let time = 0; time < 2; time += 1) {
      await fill({ amount: '1.5' });
      await confirm();
      await screen.findByText(/Enter the same refund again/);
    }
    await fill({ amount: '2' });
    await confirm();
    await screen.findByText(/Enter the same refund again/);
    const [first, second, other] = requests.mock.calls.flatMap(([path, options]) =>
      typeof path === 'string' && path.endsWith('/refund') ? [options] : [],
    );
    expect(first?.body).toBe('{"amount":1.5,"expectedRemaining":5.24}');
    const keyOf = (options: RequestInit | undefined) => new Headers(options?.headers).get('idempotency-key');
    expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
    expect([second?.body, keyOf(second)]).toEqual([first?.body, keyOf(first)]);
    expect(keyOf(other)).not.toBe(keyOf(first));
  });

  test('shows why a donation cannot be looked up, and asks nothing', async () => {
    const sentence = 'There is no donation with this transaction ID.';
    const calls = open(answer, undefined, refusalAnswer(404, sentence));
    await fill({});
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(hasRequested(calls)).toBe(false);
  });

  test('reloads the data until the provider will have reported the refund', async () => {
    const calls = open(answer, { status: 'requested', amount: 5.24, currency: 'CAD' });
    await fill({});
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await confirm();
    await screen.findByText(/^Refund of CAD 5.24 requested/);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(loadsIn(calls)).toBe(5);
    vi.useRealTimers();
  });

  test.each([
    [{ id: ' ' }, 'Please enter a transaction ID.'],
    [{ amount: '0' }, 'Please enter an amount greater than zero and no more than the remaining amount.'],
    [{ amount: 'all' }, 'Please enter an amount greater than zero and no more than the remaining amount.'],
    [{ amount: '1e3' }, 'Please enter an amount greater than zero and no more than the remaining amount.'],
    [{ amount: '0x10' }, 'Please enter an amount greater than zero and no more than the remaining amount.'],
    [{ amount: '5.005' }, 'Please enter an amount greater than zero and no more than the remaining amount.'],
  ])('with %j is not sent', async (typed, sentence) => {
    const calls = open(answer);
    await fill(typed);
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByText(/will be refunded to the donor/)).toBeNull();
    expect(hasRequested(calls)).toBe(false);
  });
});
