// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { signedInHint } from '#contract/account/session.ts';
import type { BankAccountAnswer, CharityAnswer } from '#contract/admin/money/bank-accounts.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { describedTerms, donor, openFor } from '#test/support/web/donor-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonAnswer, refusalAnswer, stubServer } from '#test/support/web/stub-server.ts';
import { createQueryClient } from '#web/query-client.ts';
import CharityPage from './charity-page.tsx';

const account: BankAccountAnswer = {
  id: 'bac_1',
  currency: 'CAD',
  status: 'proposed',
  holder: 'Food Banks',
  country: 'GB',
  lastFour: '6819',
  details: null,
  proposedBy: 'grace',
  proposedAt: '2026-03-13T12:00:00.000Z',
  payableFrom: null,
  isOwnProposal: false,
  mayWaive: false,
};

const charity: CharityAnswer = {
  id: 6,
  name: 'Food banks across Canada',
  figures: [],
  accounts: [account],
  payouts: [
    {
      id: 'pay_1',
      batchId: 'bat_1',
      day: '2026-03-13',
      status: 'paid',
      amount: 12,
      currency: 'CAD',
      reference: 'BANK-1',
    },
  ],
};

const open = (role: StaffRole, changes: Partial<BankAccountAnswer> = {}): readonly string[] =>
  openFor('donor', <CharityPage />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/charities/': { ...charity, accounts: [{ ...account, ...changes }] },
    '/api/admin/charities/6/bank-accounts': refusalAnswer(400, 'This IBAN is not valid.', 'invalid_bank_details'),
    '/api/admin/bank-accounts/bac_1/decision': refusalAnswer(409, 'Someone has decided.', 'already_decided'),
  });

/** The page as the build renders it for every charity, or as a browser opens it for one. */
const pageAt = (address: string) => (
  <QueryClientProvider client={createQueryClient()}>
    <RouterAt address={address}>
      <Route path="/admin/charities/:id">
        <CharityPage />
      </Route>
    </RouterAt>
  </QueryClientProvider>
);

describe('the page of a charity', () => {
  test('hydrates for our own bank accounts, whose title the built page does not have', async () => {
    document.cookie = `${signedInHint}=1; path=/`;
    stubServer({ 'GET /api/user': jsonAnswer(donor), 'GET /api/admin/me': jsonAnswer(staffOf('auditor')) });
    const container = document.createElement('div');
    container.innerHTML = renderToString(pageAt('/admin/charities/:id'));
    document.body.replaceChildren(container);
    render(pageAt('/admin/charities/0'), { container, hydrate: true }); // a hydration mismatch logs console.error, which fails the test
    expect(await screen.findByRole('heading', { level: 1, name: 'Our bank accounts' })).toBeDefined();
  });

  test('shows its bank account with the last four characters, and its payouts', async () => {
    open('auditor');
    const accounts = within(await screen.findByRole('table', { name: 'Bank accounts' }));
    expect(accounts.getByText('Food Banks, GB, …6819')).toBeDefined();
    expect(accounts.getByText('Waiting for approval')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Decide…' })).toBeNull();
    const payouts = within(screen.getByRole('table', { name: 'The newest payouts' }));
    expect(payouts.getByText('BANK-1')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Food banks across Canada');
  });

  test('shows what is wrong with an entered bank account', async () => {
    open('finance');
    await userEvent.click(await screen.findByRole('button', { name: 'Enter bank account…' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Enter a bank account?' }));
    await userEvent.type(dialog.getByLabelText('Account holder'), 'Food Banks');
    await userEvent.type(dialog.getByLabelText('IBAN'), 'GB1');
    await userEvent.type(dialog.getByLabelText('Reason'), 'New');
    await userEvent.click(dialog.getByRole('button', { name: 'Enter bank account' }));
    expect(await dialog.findByText(/This IBAN is not valid\./)).toBeDefined();
  });

  test.each([
    ['someone else', {}, ['Approve', 'Reject']],
    ['the person who entered it', { isOwnProposal: true }, ['Reject']],
    ['the only person who can', { isOwnProposal: true, mayWaive: true }, ['Approve', 'Reject']],
  ])('lets %s decide on a change', async (_who, changes, options) => {
    const details = { iban: 'GB29NWBK60161331926819', accountNumber: null, routingNumber: null, bic: 'NWBKGB2L' };
    open('finance', { details, ...changes });
    await userEvent.click(await screen.findByRole('button', { name: 'Decide…' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Use this bank account?' }));
    expect(describedTerms()).toEqual([
      ['IBAN', 'GB29 NWBK 6016 1331 9268 19'],
      ['BIC', 'NWBK GB2L'],
    ]);
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options);
    await userEvent.type(dialog.getByLabelText('Reason'), 'Compared');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText(/Someone has decided\./)).toBeDefined();
  });
});
