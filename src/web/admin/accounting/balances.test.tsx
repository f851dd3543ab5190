// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { BalancesResponse } from '#contract/admin/money/balances.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { refusalResponse } from '#test/support/web/stub-server.ts';
import { Balances } from './balances.tsx';

const at = '2026-11-23T12:00:00.000Z';

const balance: BalancesResponse['compared'][number] = {
  provider: 'stripe',
  currency: 'CAD',
  comparedAt: at,
  asOf: at,
  available: 1000.25,
  pending: 234.25,
  ledger: 1234.5,
  unbooked: 0,
  unexplained: 0,
};

const open = (response: Partial<BalancesResponse>): readonly string[] =>
  openFor('donor', <Balances />, {
    '/api/admin/balances': { compared: [], missingPermissions: [], movements: [], payouts: [], ...response },
  });

describe('the section about our balances at providers', () => {
  test('says what Stripe holds and what our books say', async () => {
    open({ compared: [balance] });
    expect(await screen.findByText(/^Stripe holds CAD 1,234\.50; our books say CAD 1,234\.50/)).toBeDefined();
    expect(screen.getByText('Matches')).toBeDefined();
    expect(screen.getByText(/CAD 1,000\.25/)).toBeDefined();
    expect(screen.getByText(/CAD 234\.25/)).toBeDefined();
  });

  test('says separately what PayPal withholds', async () => {
    open({ compared: [{ ...balance, provider: 'paypal' }] });
    expect(await screen.findByText(/^PayPal holds CAD 1,234\.50; our books say CAD 1,234\.50/)).toBeDefined();
    expect(screen.getByText('Withheld')).toBeDefined();
    expect(screen.queryByText('Pending')).toBeNull();
  });

  test('says what to enable when a balance could not be read', async () => {
    const description = 'The PayPal app lacks the feature "Transaction search", so nothing is compared. Enable it.';
    open({ compared: [balance], missingPermissions: [{ provider: 'paypal', description }] });
    expect(
      await screen.findByText(`PayPal's balance was not compared by the latest run. ${description}`),
    ).toBeDefined();
  });

  test('says when a provider and our books differ', async () => {
    open({ compared: [{ ...balance, ledger: 1234.53, unexplained: -0.03 }] });
    expect(await screen.findByText('Differs')).toBeDefined();
    expect(screen.getByText(/^Stripe holds CAD 1,234\.50/)).toBeDefined();
  });

  test('asks for a review of amounts that are not in our books', async () => {
    open({ compared: [{ ...balance, ledger: 1236.5, unbooked: -2 }] });
    expect(await screen.findByText('Needs review', { selector: 'span' })).toBeDefined();
    expect(screen.queryByText('Matches')).toBeNull();
  });

  test('lists movements that need review, and payouts', async () => {
    const fee = { movementId: 'txn_1', kind: 'stripe_fee', amount: -2, currency: 'CAD', description: 'Radar' };
    const payout = {
      payoutId: 'po_1',
      amount: 479,
      currency: 'CAD',
      status: 'in_transit',
      arrivesOn: '2026-11-24',
    } as const;
    open({
      movements: [{ ...fee, provider: 'stripe', occurredAt: at }],
      payouts: [
        { ...payout, provider: 'stripe', createdAt: at },
        { ...payout, payoutId: 'PAYOUT1', provider: 'paypal', status: 'paid', createdAt: at, arrivesOn: null },
      ],
    });
    const movements = within(await screen.findByRole('table', { name: 'Movements not in our books' }));
    expect(movements.getByRole('rowheader', { name: 'stripe fee' })).toBeDefined();
    expect(movements.getByText('Radar')).toBeDefined();
    const payouts = within(screen.getByRole('table', { name: 'The latest payouts to our bank' }));
    expect(payouts.getByRole('rowheader', { name: 'po_1' })).toBeDefined();
    expect(payouts.getByText('On its way')).toBeDefined();
    expect(payouts.getByText('Nov 24, 2026')).toBeDefined();
    expect(payouts.getByText('Unknown')).toBeDefined();
  });

  const fee: BalancesResponse['movements'][number] = {
    provider: 'stripe',
    movementId: 'txn_1',
    kind: 'stripe_fee',
    amount: -2,
    currency: 'CAD',
    description: 'Radar',
    occurredAt: at,
  };
  const openAs = (role: StaffRole, amount: number, booked?: unknown): readonly string[] =>
    openFor('donor', <Balances />, {
      '/api/admin/me': staffOf(role),
      '/api/admin/balances': { compared: [], missingPermissions: [], movements: [{ ...fee, amount }], payouts: [] },
      '/api/admin/balances/movements': booked,
    });
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Book…' }));
    return within(await screen.findByRole('alertdialog', { name: 'Book this movement?' }));
  };

  test('books a movement to a suitable account, with a reason', async () => {
    const calls = openAs('finance', -2, { status: 'booked' });
    const dialog = await openDialog();
    expect(dialog.getByText(/^Stripe took CAD 2\.00 \(stripe fee\)/)).toBeDefined();
    const accounts = within(dialog.getByLabelText('Account')).getAllByRole('option');
    expect(accounts.map(({ textContent }) => textContent)).toEqual([
      'Fees of payment providers',
      'Losses from disputes',
      'Bank',
    ]);
    fireEvent.click(dialog.getByRole('button', { name: 'Book' }));
    expect(await dialog.findByText('Please enter a reason.')).toBeDefined();
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Radar of May' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Book' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toContain('/api/admin/balances/movements');
    expect(calls.filter((path) => path === '/api/admin/balances')).toHaveLength(2);
  });

  test('offers income for money that came in, and says who booked the movement first', async () => {
    const sentence = 'olga booked this movement on November 23, 2026, 15:02 UTC.';
    openAs('owner', 2, refusalResponse(409, sentence));
    const dialog = await openDialog();
    expect(dialog.getByText(/^Stripe added CAD 2\.00/)).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Account'), { target: { value: 'other_income' } });
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'A correction' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Book' }));
    expect(await dialog.findByText(sentence)).toBeDefined();
  });

  test('offers no booking to staff who may only read', async () => {
    openAs('auditor', -2);
    await screen.findByText('Radar');
    expect(screen.queryByRole('button', { name: 'Book…' })).toBeNull();
  });

  test('says so when there is nothing to show', async () => {
    open({});
    expect(await screen.findByText('Nothing has been compared yet.')).toBeDefined();
    expect(screen.getByText('No payouts yet.')).toBeDefined();
    expect(screen.getByText('Our books explain everything that moved our balance.')).toBeDefined();
  });
});
