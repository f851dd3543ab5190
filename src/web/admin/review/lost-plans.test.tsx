// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openFor } from '#test/support/web/donor-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import ReviewPage from './review-page.tsx';

const plan = { id: 'pln_1', subscriptionId: 'sub_1', total: 5.24, currency: 'CAD', nextChargeAt: null };
const open = (canceled?: unknown): readonly string[] =>
  openFor('donor', <ReviewPage />, {
    '/api/admin/me': staffOf('owner'),
    '/api/admin/review/items': [],
    '/api/admin/review': { isOverdue: false, runs: [], unknownPayments: 0, restore: null, lostPlans: [plan] },
    '/api/admin/plans/pln_1/cancel': canceled,
  });
const section = async () => within(await screen.findByRole('region', { name: 'Monthly donations without an account' }));

test('the section shows each monthly donation without an account, and what to do', async () => {
  open();
  const card = await section();
  expect(card.getByText(/5\.24 a month$/)).toBeDefined();
  expect(card.getByText('pln_1 sub_1')).toBeDefined();
  expect(card.getByText(/Ask the donor to register again with the same email address/)).toBeDefined();
});

const submit = async (): Promise<void> => {
  fireEvent.click((await section()).getByRole('button', { name: 'Cancel…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this monthly donation?' }));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The donor asked' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel monthly donation' }));
};

test('a cancellation is requested once, with a reason, and the data is reloaded', async () => {
  const calls = open({ status: 'requested' });
  await submit();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancellation requested' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(calls.filter((path) => path === '/api/admin/review')).toHaveLength(2));
  expect(calls.filter((path) => path.endsWith('/cancel'))).toHaveLength(1);
});

test('the section says when a request is not sent', async () => {
  open(() => Promise.reject(new TypeError('Failed to fetch')));
  await submit();
  expect(await within(screen.getByRole('alertdialog')).findByText(/couldn't reach the server/)).toBeDefined();
});
