// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { checkoutCall, openWithCoffee } from '#test/support/web/donate-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const bar = () => within(screen.getByRole('region', { name: 'Your donation so far' }));

test('the bar shows snacks and total, and opens a review that can be canceled', async () => {
  const { user } = await openWithCoffee();
  expect(bar().getByText('1 snack')).toBeDefined();
  expect(bar().getByText('CA$5.24')).toBeDefined();
  await user.click(bar().getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review your donation' }));
  expect(
    dialog
      .getAllByRole('term')
      .filter(({ textContent }) => textContent !== 'Charity')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
  ).toEqual(['Donation amount: CA$4.76', 'Service fee: CA$0.48', 'Total: CA$5.24']);
  expect(dialog.getByLabelText<HTMLSelectElement>('Charity').value).toBe('6');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the charity can be changed in the review, and the payment goes to it', async () => {
  const { user, checkouts } = await openWithCoffee();
  await user.click(bar().getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Charity'), 'World Pantry');
  await user.click(dialog.getByRole('button', { name: 'Donate CA$5.24' }));
  await waitFor(() => expect(checkouts.map(({ body }) => body.donationData.charityId)).toEqual([5]));
});

test('an error shows Payment Error and enables the button again', async () => {
  const { user } = await openWithCoffee({
    [checkoutCall]: refusalResponse(503, 'Unable to process payment. Please try again.'),
  });
  await user.click(bar().getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Donate CA$5.24' }));
  await waitFor(() => expect(readToast()).toMatchObject({ title: 'Payment Error' }));
  expect(dialog.getByRole('alert').textContent).toBe('Unable to process payment. Please try again.');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Donate CA$5.24' }).disabled).toBe(false);
});

test('a donation that is already paid leads to its thank-you page after a second', async () => {
  const { user, leavePage } = await openWithCoffee({
    [checkoutCall]: jsonResponse({ url: '/donation-success?amount=3.5', isSettled: true }),
  });
  await user.click(bar().getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog'));
  vi.useFakeTimers();
  fireEvent.click(dialog.getByRole('button', { name: 'Donate CA$5.24' }));
  await vi.advanceTimersByTimeAsync(999);
  expect(readToast()).toMatchObject({ title: 'Payment Successful' });
  expect(leavePage).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(leavePage).toHaveBeenCalledExactlyOnceWith('/donation-success?amount=3.5');
  vi.useRealTimers();
});
