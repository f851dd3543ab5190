// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { detail, donationId, openDonations } from '#test/support/web/donation-pages.tsx';
import { jsonResponse, mutatingCalls, refusalResponse, type StubResponses } from '#test/support/web/stub-server.ts';

const address = `/admin/donations/${donationId}`;
const read = `GET /api/admin/donations/${donationId}`;
const post = (action: string): string => `POST /api/admin/donations/${donationId}/${action}`;
const openWith = (changes: object, responses: StubResponses = {}) =>
  openDonations(address, { [read]: jsonResponse({ ...detail, ...changes }), ...responses });
const actions = async (): Promise<(string | null)[]> => {
  const section = await screen.findByRole('region', { name: 'Actions' });
  return within(section)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
};
const choose = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const enter = async (label: string, text: string): Promise<void> => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
};

describe('the page of a donation', () => {
  test('shows the facts about the donation, and what happened', async () => {
    openDonations(address, {});
    expect(await screen.findByText('visa •••• 4242')).toBeDefined();
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
    expect(timeline.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Checkout opened',
      'Paid',
      'Receipt not sent: no address is known',
      'Note by grace',
    ]);
  });

  test.each([
    ['finance', 3],
    ['support', 0],
  ] as const)('tells a member with the role %s about payouts, with %d links to the batch', async (role, links) => {
    const payout = { kind: 'payout', batchId: 'bat_1', amount: 4.49, currency: 'CAD' };
    const timeline = [
      { ...payout, id: 'in', at: '2026-03-20T12:00:00.000Z', fact: 'in_batch' },
      { ...payout, id: 'paid', at: '2026-03-21T12:00:00.000Z', fact: 'paid' },
      { ...payout, id: 'back', at: '2026-03-27T12:00:00.000Z', fact: 'in_batch', amount: -2 },
    ];
    openDonations(address, { [read]: jsonResponse({ ...detail, timeline }) }, role);
    const section = within(await screen.findByRole('region', { name: 'Timeline' }));
    expect(section.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'CAD 4.49 is in a payout',
      'CAD 4.49 paid to the charity',
      'CAD 2.00 will be deducted from a payout',
    ]);
    await screen.findByRole('region', { name: 'Actions' });
    expect(section.queryAllByRole('link', { name: 'Open the batch of payouts' })).toHaveLength(links);
  });

  test('says that a donation does not exist', async () => {
    const sentence = 'There is no donation with this transaction ID.';
    openDonations(address, { [read]: refusalResponse(404, sentence, 'donation_not_found') });
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test.each([
    ['a guest', {}, ['Resend receipt…', 'Correct email…', 'Make claim link…', 'Refund…']],
    ['an erased guest', { payerEmail: null, isPayerErased: true }, ['Resend receipt…', 'Make claim link…', 'Refund…']],
    ['a donor', { donorId: 'usr_1', paidBy: 'donor' }, ['Resend receipt…', 'Refund…']],
    ['an unpaid checkout', { state: 'expired', remaining: 0 }, []],
    ['a refund', { state: 'refunded', remaining: 0 }, ['Resend receipt…', 'Correct email…', 'Make claim link…']],
  ])('offers what can be done for %s', async (_who, changes, offered) => {
    openWith(changes);
    expect(await actions()).toEqual(offered);
  });

  test('offers nothing to an auditor', async () => {
    openDonations(address, {}, 'auditor');
    expect(await actions()).toEqual([]);
    expect(screen.queryByLabelText('Add a note')).toBeNull();
  });

  test('resends the receipt with a reason, even when a link opened the dialog', async () => {
    const calls = openDonations(`${address}?action=receipt`, { [post('receipt')]: jsonResponse({ status: 'resent' }) });
    await enter('Reason', 'Lost');
    await choose('Resend receipt');
    expect(await screen.findByText('The receipt is on its way again.')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: post('receipt'), body: { reason: 'Lost' } }]);
  });

  const unknown = { email: null, payerEmail: null };
  test.each([
    ['a guest', unknown, '. Correct the email first.'],
    ['an erased guest', { ...unknown, isPayerErased: true }, ', so it cannot be sent.'],
    ['a deleted account', { ...unknown, paidBy: 'donor' }, ', so it cannot be sent.'],
  ])('says that there is no address of %s for the receipt', async (_who, changes, end) => {
    openWith(changes);
    await choose('Resend receipt…');
    expect(await screen.findByText(`We have no address for this receipt${end}`)).toBeDefined();
  });

  test('corrects the address, and offers to resend the receipt', async () => {
    const calls = openWith({}, { [post('email')]: jsonResponse({ status: 'corrected' }) });
    await choose('Correct email…');
    await enter('Email address', 'right@example.org');
    await enter('Reason', 'A typing error');
    await choose('Save address');
    expect(await screen.findByText(/resend it now/)).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([
      { call: post('email'), body: { email: 'right@example.org', reason: 'A typing error' } },
    ]);
  });

  test('shows a claim link once', async () => {
    openWith({}, { [post('claim-link')]: jsonResponse({ url: 'https://site.example/claim/don_1' }) });
    await choose('Make claim link…');
    await enter('Reason', 'Another device');
    await choose('Make link');
    expect(await screen.findByText('Claim link: https://site.example/claim/don_1')).toBeDefined();
  });

  test('adds a note', async () => {
    const calls = openWith({}, { [post('notes')]: jsonResponse({ id: 'nte_2' }) });
    await enter('Add a note', 'Paid twice.');
    await choose('Add note');
    await waitFor(() => expect(mutatingCalls(calls)).toEqual([{ call: post('notes'), body: { note: 'Paid twice.' } }]));
  });
});

describe('the refund of a donation', () => {
  const response = { [post('refund')]: jsonResponse({ status: 'requested', amount: 1.5, currency: 'CAD' }) };
  const refund = async (amount: string): Promise<void> => {
    await choose('Refund…');
    await enter('Amount in CAD', amount);
    await enter('Reason', 'Paid twice');
    await choose('Refund');
  };

  const openDialog = async () => {
    await choose('Refund…');
    return within(await screen.findByRole('alertdialog', { name: 'Refund this donation?' }));
  };

  test('shows the amount that is left before it is confirmed', async () => {
    const calls = openWith({ remaining: 3.24 }, response);
    const dialog = await openDialog();
    expect(dialog.getByText(/^CAD 3.24 is left of CAD 5.24\..*This cannot be undone\.$/)).toBeDefined();
    expect(dialog.queryByText(/payout/)).toBeNull();
    await choose('Keep the donation');
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test.each([
    [
      'paid',
      ['in_batch', 'paid'],
      /^The charity has been paid for this donation\. .* deducted from its next payout\.$/,
    ],
    [
      'confirmed by the charity',
      ['in_batch', 'paid', 'confirmed'],
      /^The charity has been paid for this donation\. .* deducted from its next payout\.$/,
    ],
    ['in a batch', ['in_batch'], /^This donation is in a batch of payouts, .* deducted from its next payout\.$/],
    ['returned by the bank', ['in_batch', 'paid', 'returned'], undefined],
  ] as const)('shows the rule for payouts before it is confirmed, with a payout that is %s', async (_, facts, rule) => {
    const payout = { kind: 'payout', at: '2026-03-20T12:00:00.000Z', batchId: 'bat_1', currency: 'CAD' };
    const taken = facts.map((fact) => ({ ...payout, id: fact, fact, amount: 4.49 }));
    const deducted = { ...payout, id: 'deducted', fact: 'in_batch', amount: -2 };
    openWith({ timeline: [...taken, deducted] });
    const rules = (await openDialog()).queryAllByText(/next payout/);
    expect(rules.map(({ textContent }) => textContent)).toEqual(
      rule === undefined ? [] : [expect.stringMatching(rule)],
    );
  });

  test('sends its amount with the amount that was left, and says what was requested', async () => {
    const calls = openWith({}, response);
    await refund('1.5');
    expect(await screen.findByText(/^Refund of CAD 1.50 requested/)).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([
      { call: post('refund'), body: { amount: 1.5, expectedRemaining: 5.24, reason: 'Paid twice' } },
    ]);
  });

  test('is for everything that is left if no amount is entered', async () => {
    const calls = openWith({}, response);
    await refund('');
    await screen.findByText(/requested/);
    expect(mutatingCalls(calls)[0]?.body).toEqual({ expectedRemaining: 5.24, reason: 'Paid twice' });
  });

  test('says so when it waits for a second person', async () => {
    const waiting = jsonResponse({ status: 'approval_needed', amount: 1.5, currency: 'CAD' });
    openWith({}, { [post('refund')]: waiting });
    await refund('1.5');
    expect(await screen.findByText(/^Refund of CAD 1.50 is waiting for a second person/)).toBeDefined();
  });

  test('keeps its key when the response was lost', async () => {
    const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    openWith({}, { [post('refund')]: lost });
    const sent = vi.mocked(fetch);
    const requests = vi.fn<typeof fetch>((...call) => sent(...call));
    vi.stubGlobal('fetch', requests);
    await refund('1.5');
    await waitFor(() => expect(refundsIn(requests)).toHaveLength(1));
    await choose('Refund');
    await waitFor(() => expect(refundsIn(requests)).toHaveLength(2));
    const [first, second] = refundsIn(requests);
    expect(first).toMatch(/^[0-9a-f]{32}-/);
    expect(second).toBe(first);
  });

  const refundsIn = ({ mock }: { readonly mock: { readonly calls: readonly Parameters<typeof fetch>[] } }) =>
    mock.calls.flatMap(([path, options]) =>
      typeof path === 'string' && path.endsWith('/refund')
        ? [new Headers(options?.headers).get('idempotency-key')]
        : [],
    );

  test.each(['0', 'all', '1e3', '5.25', '5.005'])('is not sent with %s as its amount', async (amount) => {
    const calls = openWith({}, response);
    await refund(amount);
    expect(
      await screen.findByText('Please enter an amount greater than zero and no more than the remaining amount.'),
    ).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });
});
