// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { signedInHint } from '#contract/account/session.ts';
import {
  bankDetailsSentences,
  type BankAccountResponse,
  type CharityResponse,
} from '#contract/admin/money/bank-accounts.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { describedTerms, donor, openFor } from '#test/support/web/donor-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import { createQueryClient } from '#web/query-client.ts';
import CharityPage from './charity-page.tsx';

const account: BankAccountResponse = {
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

const charity: CharityResponse = {
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

const open = (role: StaffRole, changes: Partial<BankAccountResponse> = {}, id = charity.id): readonly string[] =>
  openFor('donor', <CharityPage />, {
    '/api/admin/me': staffOf(role),
    '/api/admin/charities/': { ...charity, id, accounts: [{ ...account, ...changes }] },
    '/api/admin/charities/6/bank-accounts': refusalResponse(409, 'Another one is waiting.', 'change_waiting'),
    '/api/admin/bank-accounts/bac_1/decision': refusalResponse(409, 'Someone has decided.', 'already_decided'),
  });

/** Enters a bank account with a valid IBAN, changed by `typed`, and returns its dialog. */
async function enterAccount(typed: Readonly<Record<string, string>>) {
  open('finance');
  await userEvent.click(await screen.findByRole('button', { name: 'Enter bank account…' }));
  const title = 'Enter a bank account?';
  const form = screen.getByRole('alertdialog', { name: title }).querySelector('form');
  const texts = { holder: 'Food Banks', country: 'GB', iban: 'GB29NWBK60161331926819', reason: 'New', ...typed };
  for (const [name, value] of Object.entries(texts)) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
  }
  await userEvent.click(screen.getByRole('button', { name: 'Enter bank account' }));
  return within(screen.getByRole('alertdialog', { name: title }));
}

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
    stubServer({ 'GET /api/user': jsonResponse(donor), 'GET /api/admin/me': jsonResponse(staffOf('auditor')) });
    const container = document.createElement('div');
    container.innerHTML = renderToString(pageAt('/admin/charities/:id'));
    document.body.replaceChildren(container);
    render(pageAt('/admin/charities/0'), { container, hydrate: true }); // a hydration mismatch logs console.error, which fails the test
    expect(await screen.findByRole('heading', { level: 1, name: 'Our bank accounts' })).toBeDefined();
  });

  test('shows its bank account with the last four characters, and its payouts', async () => {
    open('auditor');
    const accounts = within(await screen.findByRole('table', { name: 'Bank accounts' }));
    expect(accounts.getByRole('rowheader').textContent).toBe('Food Banks, GB, …6819');
    expect(accounts.getByText('Waiting for approval')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Decide…' })).toBeNull();
    const payouts = within(screen.getByRole('table', { name: 'The newest payouts' }));
    expect(payouts.getByText('BANK-1')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Food banks across Canada');
  });

  test.each([
    ['a charity', 6, true],
    ['ours', 0, false],
  ])('says when payouts to an account of %s begin', async (_whose, id, isPaidTo) => {
    open('finance', {}, id);
    const header = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(header.includes('Payouts from')).toBe(isPaidTo);
    await userEvent.click(screen.getByRole('button', { name: 'Decide…' }));
    expect(screen.getByText(isPaidTo ? /begin 48 hours after/ : /with the records of our bank\.$/)).toBeDefined();
    expect(screen.queryByText(/what the charity sent you/) !== null).toBe(isPaidTo);
  });

  test.each([
    ['Account holder', { holder: '' }, 'holder_invalid'],
    ['Country of the bank', { country: 'Canada' }, 'country_invalid'],
    ['IBAN', { iban: 'GB1' }, 'iban_invalid'],
    ['IBAN', { iban: '' }, 'iban_or_number'],
    ['Account number', { iban: '', accountNumber: '1' }, 'number_invalid'],
    ['Routing number', { iban: '', accountNumber: '1234567' }, 'bank_missing'],
    ['Routing number', { iban: '', accountNumber: '1234567', country: 'CA', routingNumber: '1' }, 'routing_invalid'],
    ['BIC', { bic: '1' }, 'bic_invalid'],
  ] as const)('marks the field %s of an entered bank account: %j', async (label, typed, problem) => {
    const dialog = await enterAccount(typed);
    const field = dialog.getByLabelText(label);
    const sentence = dialog.getByText(bankDetailsSentences[problem]);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(sentence.closest('[role=alert]')?.id);
  });

  test('shows why an entered bank account was refused', async () => {
    const dialog = await enterAccount({});
    expect(await dialog.findByText('Another one is waiting.')).toBeDefined();
  });

  test.each([
    ['someone else', {}, 'Use this bank account?', ['Approve', 'Reject']],
    ['the person who entered it', { isOwnProposal: true }, 'Reject this account?', ['Reject']],
    [
      'the only person who can',
      { isOwnProposal: true, mayWaive: true },
      'Use this bank account?',
      ['Approve', 'Reject'],
    ],
  ])('lets %s decide on a change', async (_who, changes, title, options) => {
    const details = { iban: 'GB29NWBK60161331926819', accountNumber: null, routingNumber: null, bic: 'NWBKGB2L' };
    open('finance', { details, ...changes });
    await userEvent.click(await screen.findByRole('button', { name: 'Decide…' }));
    const dialog = within(screen.getByRole('alertdialog', { name: title }));
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
