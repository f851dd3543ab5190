// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmationSentences, type StatedPayout } from '#contract/payout-confirmation.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { callNames, jsonResponse, refusalResponse, type StubResponses } from '#test/support/web/stub-server.ts';
import PayoutReceivedPage from './payout-received-page.tsx';

const showCall = 'POST /api/stated-payout';
const confirmCall = 'POST /api/stated-payout/confirm';

const payout: StatedPayout = {
  charityName: 'Maple Pantry',
  amount: 1234.5,
  currency: 'CAD',
  donations: 310,
  paidOn: '2026-03-24',
  reference: 'BANK-1',
  confirmedAt: null,
  returnedOn: null,
};

const confirmed = { ...payout, confirmedAt: '2026-03-25T12:00:00.000Z' };

beforeEach(forgetVisitor);

const open = (shown: StubResponses[string], confirm: StubResponses[string] = jsonResponse(confirmed)) =>
  openLink('/payout-received#some-token', <PayoutReceivedPage />, { [showCall]: shown, [confirmCall]: confirm });
const button = () => screen.findByRole('button', { name: 'We received this payment' });

describe('the page of the link in a statement', () => {
  test('shows the payment, and confirms nothing until the button is pressed', async () => {
    const calls = open(jsonResponse(payout));
    await button();
    const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['To', 'Maple Pantry'],
      ['Amount', 'CAD 1,234.50'],
      ['Transferred on', 'Mar 24, 2026'],
      ['Bank reference', 'BANK-1'],
      ['Donations', '310'],
    ]);
    expect(callNames(calls)).not.toContain(confirmCall);
    await userEvent.click(await button());
    expect(await screen.findByText(/^Thank you\. You confirmed this payment on Mar 25, 2026/)).toBeDefined();
    expect(calls.at(-1)).toEqual({ call: confirmCall, body: { token: 'some-token' } });
    expect(screen.queryByRole('button', { name: 'We received this payment' })).toBeNull();
  });

  test('says that the payout was confirmed before', async () => {
    open(jsonResponse(confirmed));
    expect(await screen.findByText(/^Thank you\. You confirmed this payment on Mar 25, 2026/)).toBeDefined();
  });

  test('offers no button for a payment that the bank returned', async () => {
    open(jsonResponse({ ...confirmed, returnedOn: '2026-03-27' }));
    expect(await screen.findByText(/^The bank returned this payment to us on Mar 27, 2026\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'We received this payment' })).toBeNull();
  });

  test('says that an unknown link does not work', async () => {
    open(refusalResponse(404, confirmationSentences.linkUnknown, 'not_found'));
    expect(await screen.findByText(confirmationSentences.linkUnknown)).toBeDefined();
  });

  test('keeps the button when the confirmation is refused', async () => {
    open(jsonResponse(payout), refusalResponse(403, confirmationSentences.staff, 'forbidden'));
    await userEvent.click(await button());
    expect(await screen.findByText(confirmationSentences.staff)).toBeDefined();
    expect(await button()).toBeDefined();
  });

  test('offers to try again when the payment cannot be loaded', async () => {
    open(refusalResponse(503, 'Not now.', 'unavailable'));
    expect(await screen.findByText("We couldn't load this payment.")).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  });
});
