// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PayoutsResponse, PreviewedPayout } from '#contract/admin/money/payouts.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import PayoutsPage from './payouts-page.tsx';

const canada = { charityId: 6, charityName: 'Food banks across Canada', currency: 'CAD' };
const europe = { charityId: 9, charityName: 'Food banks across Europe', currency: 'EUR' };

const payouts: PayoutsResponse = {
  holdDays: 14,
  today: '2026-03-20',
  lost: null,
  figures: [{ ...canada, owed: 19, payable: 12, young: 6.9, disputed: 0.1, inBatches: 0, paid: 100.5 }],
};

const preview: readonly PreviewedPayout[] = [
  { ...canada, received: 15, refunded: 3, amount: 12, donations: 2, isPartial: false, problem: null },
  {
    ...europe,
    received: 5,
    refunded: 0,
    amount: 5,
    donations: 1,
    isPartial: false,
    problem: 'The bank details are missing.',
  },
];

const open = (role: StaffRole, batches: unknown = []): readonly string[] =>
  openFor('donor', <PayoutsPage />, responses(role, batches));

const responses = (role: StaffRole, batches: unknown = []) => ({
  '/api/admin/me': staffOf(role),
  '/api/admin/payouts': payouts,
  '/api/admin/payout-preview?day=2026-03-20': preview,
  '/api/admin/payout-batches': batches,
});

const cells = async (caption: string): Promise<(string | null)[][]> => {
  const table = within(await screen.findByRole('table', { name: caption }));
  return table.getAllByRole('row').map((row) => Array.from(row.children, ({ textContent }) => textContent));
};

describe('the page of payouts', () => {
  test('shows what each charity is owed, held and paid, with the currency', async () => {
    open('auditor');
    expect(await cells('What charities are owed')).toEqual([
      ['Charity', 'Owed', 'Payable', 'Held', 'In batches', 'Paid'],
      ['Food banks across Canada', 'CAD 19.00', 'CAD 12.00', 'CAD 7.00CAD 0.10 disputed', 'CAD 0.00', 'CAD 100.50'],
    ]);
    expect(screen.getByText('Donations are held for 14 days, and while they are disputed.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'New batch' })).toBeNull();
  });

  test('warns after a restore that batches may be missing, for those who create batches', async () => {
    const response = { ...payouts, lost: { from: '2026-03-15', until: '2026-03-17' } };
    openFor('donor', <PayoutsPage />, { ...responses('finance'), '/api/admin/payouts': response });
    const warning = await screen.findByText(/^ ?A backup was restored\./);
    expect(warning.textContent).toContain('between Mar 15, 2026 and Mar 17, 2026 may be missing here');
  });

  test('says when a payout is only for the oldest donations', async () => {
    openFor('donor', <PayoutsPage />, {
      ...responses('finance'),
      '/api/admin/payout-preview?day=2026-03-20': [{ ...preview[0], isPartial: true }],
    });
    const [, first] = await cells('What can be paid');
    expect(first?.at(-1)).toBe('Covers only the oldest donations. The next batch can cover more.');
  });

  test('offers every charity that can be paid, and says why others cannot', async () => {
    open('finance');
    const [, first, second] = await cells('What can be paid');
    expect(first).toEqual(['Food banks across Canada, CAD', '2', 'CAD 15.00', 'CAD 3.00', 'CAD 12.00', '–']);
    expect(second?.at(-1)).toBe('The bank details are missing.');
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('creates no batch without a payout or a reason, and says why the server refuses one', async () => {
    const calls = open('finance', refusalResponse(409, 'The amount has changed.', 'not_payable'));
    const create = await screen.findByRole('button', { name: 'Create batch…' });
    const [box] = screen.getAllByRole('checkbox');
    await userEvent.click(box!);
    expect(create).toHaveProperty('disabled', true);
    await userEvent.click(box!);
    await userEvent.click(create);
    const dialog = within(screen.getByRole('alertdialog', { name: 'Create this batch?' }));
    expect(dialog.getByText('Food banks across Canada: CAD 12.00')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Create batch' }));
    expect(dialog.getByText('Please enter a reason.')).toBeDefined();
    const before = calls.length;
    await userEvent.type(dialog.getByLabelText('Reason'), 'Friday');
    await userEvent.click(dialog.getByRole('button', { name: 'Create batch' }));
    expect(await dialog.findByText(/The amount has changed/)).toBeDefined();
    expect(calls[before]).toBe('/api/admin/payout-batches');
  });

  test('shows the current amount when it has changed since the creator saw it', async () => {
    const amounts = [12, 11];
    openFor('donor', <PayoutsPage />, {
      ...responses('finance', refusalResponse(409, 'The amount has changed. Please check it and try again.')),
      '/api/admin/payout-preview?day=2026-03-20': () => jsonResponse([{ ...preview[0]!, amount: amounts.shift() }])(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Create batch…' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Create this batch?' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Friday');
    await userEvent.click(dialog.getByRole('button', { name: 'Create batch' }));
    expect(await dialog.findByText('Food banks across Canada: CAD 11.00')).toBeDefined();
    expect(dialog.getByText(/^The amount has changed\./)).toBeDefined();
  });

  test('lists the batches', async () => {
    const batch = {
      id: 'bat_1',
      day: '2026-03-13',
      status: 'open',
      createdAt: '2026-03-13T12:00:00.000Z',
      createdBy: 'grace',
      payouts: 2,
      returned: 0,
      sums: [
        { amount: 12, currency: 'CAD' },
        { amount: 3, currency: 'USD' },
      ],
    };
    open('auditor', [batch]);
    const [, row] = await cells('Batches of payouts');
    expect(row).toEqual([
      'Until Mar 13, 2026',
      'Not paid yet',
      expect.stringMatching(/^Mar 13, 2026, .* by grace$/),
      '2',
      'CAD 12.00, USD 3.00',
    ]);
  });
});
