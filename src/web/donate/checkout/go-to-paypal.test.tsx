// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startReporting, type Reporter } from '#web/analytics/index.ts';
import { readDraft } from '../draft/draft-store.ts';
import { donateButton, openDonatePage, snackCard, type DonatePage } from '#test/support/web/donate-page.tsx';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const paypalButton = (): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Pay with PayPal' });

async function openWithCoffee(): Promise<DonatePage> {
  const page = await openDonatePage();
  await page.user.click(snackCard('Coffee'));
  await waitFor(() => expect(paypalButton().disabled).toBe(false));
  return page;
}

test('the button is below Donate, and like Donate it is disabled until there is an amount', async () => {
  await openDonatePage();
  expect(donateButton().compareDocumentPosition(paypalButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect([donateButton().disabled, paypalButton().disabled]).toEqual([true, true]);
});

test('the button is disabled if cookies are blocked, and the card is offered instead', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const { user } = await openDonatePage();
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  expect(paypalButton().disabled).toBe(true);
  expect(screen.getByText('PayPal needs cookies, which your browser blocks. Please pay by card.')).toBeDefined();
});

test('the button opens the PayPal page with the whole donation in the address, without a checkout request', async () => {
  const { user, leavePage, checkouts } = await openWithCoffee();
  await user.click(paypalButton());
  expect(leavePage).toHaveBeenCalledOnce();
  const address = new URL(leavePage.mock.calls[0]?.[0] ?? '', window.location.origin);
  expect(address.pathname).toBe('/paypal-checkout');
  expect(JSON.parse(address.searchParams.get('data') ?? '')).toEqual({
    amount: 3.5,
    mealsProvided: 3,
    charityId: 6,
    charityName: 'Maple Pantry',
    snackName: 'Coffee',
    customAmount: false,
    recurring: false,
    snackId: 1,
    stackedSnacks: [{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 1 }],
    serviceFee: 0.35,
  });
  expect(checkouts).toEqual([]);
});

test('the button keeps the draft until the payment, and reports the start', async () => {
  const reportEvent = vi.fn<Reporter['reportEvent']>();
  startReporting({ reportPage: () => undefined, reportEvent });
  const { user } = await openWithCoffee();
  await user.click(paypalButton());
  expect(readDraft()).toMatchObject({ isSubmitted: true, basket: { kind: 'stack' } });
  expect(reportEvent.mock.calls).toEqual([
    ['donation_started', { category: 'engagement', label: 'Maple Pantry', value: 4 }],
  ]);
});

test('the button is disabled for monthly donations, and the page says why', async () => {
  const { user } = await openWithCoffee();
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(paypalButton().disabled).toBe(true);
  expect(screen.getByText('PayPal is available for one-time gifts only.')).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'One-time' }));
  expect(paypalButton().disabled).toBe(false);
  expect(screen.queryByText('PayPal is available for one-time gifts only.')).toBeNull();
});
