// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  accountDetail,
  accountId,
  guestId,
  listedAccount,
  listedGuest,
  openDonors,
} from '#test/support/web/donor-pages.tsx';
import { callNames, jsonResponse, mutatingCalls, refusalResponse } from '#test/support/web/stub-server.ts';

const factsOf = (term: string): string | null | undefined =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the list of donors', () => {
  test('lists accounts and guests with links to their pages', async () => {
    openDonors('/admin/donors', { 'GET /api/admin/donors': jsonResponse([listedGuest, listedAccount]) });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['guest@example.org', 'Guest', 'Nov 21, 2026'],
      ['ana@example.org', 'Account', 'Nov 20, 2026'],
    ]);
    const link = screen.getByRole('link', { name: 'Ana Silva' });
    expect(link.getAttribute('href')).toBe(`/admin/donors/${accountId}`);
  });

  test('searches, and says that nothing matches', async () => {
    const calls = openDonors('/admin/donors', {
      'GET /api/admin/donors': jsonResponse([listedGuest]),
      'GET /api/admin/donors?search=ana': jsonResponse([]),
    });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ana{Enter}');
    expect(await screen.findByText('No donor matches.')).toBeDefined();
    expect(callNames(calls)).toContain('GET /api/admin/donors?search=ana');
  });
});

describe('the page of a donor', () => {
  test('has the yearly statements of an account, for those who help donors', async () => {
    openDonors(`/admin/donors/${accountId}`, {}, 'support');
    const statements = within(await screen.findByRole('region', { name: 'Yearly statements' }));
    const path = `/api/admin/donors/${accountId}/statements`;
    expect(statements.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `${path}/2026/statement.pdf`,
      `${path}/2026/donations.csv`,
      `${path}/2025/statement.pdf`,
      `${path}/2025/donations.csv`,
    ]);
    openDonors(`/admin/donors/${accountId}`, {}, 'auditor');
    await screen.findByRole('heading', { name: 'Messages with this address' });
    expect(screen.queryByRole('region', { name: 'Yearly statements' })).toBeNull();
  });

  test('shows an account with plans, messages and notes', async () => {
    openDonors(`/admin/donors/${accountId}`, {
      [`GET /api/admin/donors/${accountId}`]: jsonResponse({
        ...accountDetail,
        plans: [
          {
            id: 'pln_1',
            status: 'past_due',
            label: 'Coffee',
            charityId: 6,
            charityName: 'Food banks across Canada',
            mealsProvided: 3,
            amount: 3.5,
            serviceFee: 0.35,
            total: 3.85,
            charge: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'CAD' },
            nextChargeAt: null,
            pausedUntil: null,
            waitsForCharity: false,
            startedAt: '2026-11-20T12:00:00.000Z',
            endedAt: null,
            card: null,
          },
          {
            id: 'pln_2',
            status: 'paused',
            label: 'Coffee',
            charityId: 6,
            charityName: 'Food banks across Canada',
            mealsProvided: 3,
            amount: 3.5,
            serviceFee: 0.35,
            total: 3.85,
            charge: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'CAD' },
            nextChargeAt: null,
            pausedUntil: null,
            waitsForCharity: true,
            startedAt: '2026-11-20T12:00:00.000Z',
            endedAt: null,
            card: null,
          },
        ],
        messages: [{ id: 'msg_1', subject: '', sentAt: '2026-11-21T12:00:00.000Z', state: 'answered' }],
        newsletter: {
          status: 'confirmed',
          requestedAt: '2026-11-20T12:00:00.000Z',
          confirmedAt: '2026-11-21T12:00:00.000Z',
          unsubscribedAt: null,
        },
        notes: [{ id: 'nte_1', donationId: 'don_1', note: 'Called.', author: 'grace', at: '2026-11-21T12:00:00.000Z' }],
        sameAddressId: guestId,
      }),
    });
    expect(await screen.findByText('Payment failed')).toBeDefined();
    expect(screen.getByText('Waiting for a charity')).toBeDefined();
    expect([factsOf('Name'), factsOf('Two-step sign-in'), factsOf('Newsletter')]).toEqual([
      'Ana Silva',
      'On',
      'Subscribed on Nov 21, 2026',
    ]);
    const messages = within(screen.getByRole('region', { name: 'Messages with this address' }));
    expect(messages.getByRole('link').getAttribute('href')).toBe('/admin/messages?message=msg_1');
    expect(screen.getByText('Called.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Donations as a guest' }).getAttribute('href')).toBe(
      `/admin/donors/${guestId}`,
    );
  });

  test('shows a guest with donations and sums', async () => {
    openDonors(`/admin/donors/${guestId}`, {});
    expect(await screen.findByText('Given in CAD')).toBeDefined();
    const donations = within(await screen.findByRole('region', { name: 'Donations' }));
    expect((await donations.findAllByText('CAD 5.24')).length).toBe(1);
    expect(donations.getByText('No', { selector: 'td' })).toBeDefined();
    expect(factsOf('First donation')).toBe('Nov 21, 2026');
    expect(screen.queryByText('Username')).toBeNull();
  });

  test('says that a donor does not exist', async () => {
    const sentence = 'There is no donor with this ID.';
    openDonors(`/admin/donors/${guestId}`, {
      [`GET /api/admin/donors/${guestId}`]: refusalResponse(404, sentence, 'not_found'),
    });
    expect(await screen.findByText(sentence)).toBeDefined();
  });
});

describe('the actions for a donor', () => {
  const erasure = `POST /api/admin/donors/${guestId}/erasure`;
  const choose = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));

  test('export the data', async () => {
    openDonors(`/admin/donors/${guestId}`, {});
    const link = await screen.findByRole('link', { name: 'Export data (JSON)' });
    expect(link.getAttribute('href')).toBe(`/api/admin/donors/${guestId}/data.json`);
  });

  test('erase the donor with a reason, after saying what stays', async () => {
    const calls = openDonors(`/admin/donors/${guestId}`, { [erasure]: jsonResponse({}) });
    await choose('Erase…');
    expect(
      await screen.findByText(/^The address and the cards are erased.*The donations stay in the books/),
    ).toBeDefined();
    await userEvent.type(screen.getByLabelText('Reason'), 'Asked by email');
    await choose('Erase');
    expect(await screen.findByText('The donor has been erased. The donations stay in the books.')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: erasure, body: { reason: 'Asked by email' } }]);
  });

  test('show why a donor was not erased', async () => {
    const sentence = 'There is no donor with this ID.';
    openDonors(`/admin/donors/${guestId}`, { [erasure]: refusalResponse(404, sentence, 'not_found') });
    await choose('Erase…');
    await userEvent.type(await screen.findByLabelText('Reason'), 'Asked by email');
    await choose('Erase');
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('do not export or erase a member of the team', async () => {
    openDonors(`/admin/donors/${accountId}`, {
      [`GET /api/admin/donors/${accountId}`]: jsonResponse({ ...accountDetail, role: 'support' }),
    });
    await screen.findByText('Given in CAD');
    expect(screen.queryByRole('link', { name: 'Export data (JSON)' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Erase…' })).toBeNull();
  });

  test.each(['auditor', 'finance'] as const)('are not offered to %s', async (role) => {
    openDonors(`/admin/donors/${guestId}`, {}, role);
    await screen.findByText('Given in CAD');
    expect(screen.queryByRole('link', { name: 'Export data (JSON)' })).toBeNull();
  });
});

describe('the merge of two donors', () => {
  const preview = `GET /api/admin/donors/${accountId}/merge/${guestId}`;
  const merge = `POST /api/admin/donors/${accountId}/merge`;
  const account = {
    [`GET /api/admin/donors/${accountId}`]: jsonResponse({ ...accountDetail, sameAddressId: guestId }),
  };
  const sums = [{ currency: 'CAD', donations: 2, charged: 10.48, returned: 0 }];
  const choose = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));

  test('shows what would move before it is confirmed', async () => {
    const calls = openDonors(`/admin/donors/${accountId}`, {
      ...account,
      [preview]: jsonResponse({ kept: listedAccount, ending: listedGuest, sums, plans: 0 }),
      [merge]: jsonResponse({ donations: 2, plans: 0 }),
    });
    await choose('Preview merge…');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Merge these donors?' }));
    expect(dialog.getByText('2 donations of CAD 10.48 together')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Reason'), 'One person');
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('The donors have been merged.')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: merge, body: { with: guestId, reason: 'One person' } }]);
  });

  test('says why it is refused', async () => {
    const sentence = 'These are the same donor.';
    openDonors(`/admin/donors/${accountId}`, {
      ...account,
      [preview]: refusalResponse(409, sentence, 'merge_refused'),
    });
    await choose('Preview merge…');
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('needs the ID of the other donor', async () => {
    openDonors(`/admin/donors/${accountId}`, {});
    await choose('Preview merge…');
    expect(await screen.findByText('Please enter the ID of the other donor.')).toBeDefined();
  });

  test.each([
    ['a guest', guestId, {}],
    ['an unconfirmed account', accountId, { isEmailConfirmed: false }],
  ])('is not offered for %s', async (_who, id, changes) => {
    const detail =
      id === accountId ? { [`GET /api/admin/donors/${id}`]: jsonResponse({ ...accountDetail, ...changes }) } : {};
    openDonors(`/admin/donors/${id}`, detail);
    await screen.findByRole('button', { name: 'Erase…' });
    expect(screen.queryByRole('button', { name: 'Preview merge…' })).toBeNull();
  });
});
