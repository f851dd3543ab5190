// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sectionState } from '#web/ui/scroll-to-section.ts';
import { donateButton, openDonatePage, snackCard, type DonatePage } from '#test/support/web/donate-page.tsx';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  document.cookie = 'signed_in=; path=/; max-age=0';
});

const noticeText = (): string | null | undefined => screen.queryByText(/^Your basket is waiting/)?.textContent;

/** Puts a coffee into the basket. */
async function openWithCoffee(): Promise<DonatePage> {
  const page = await openDonatePage();
  await page.user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  return page;
}

/** Leaves for the payment page with a coffee in the basket. */
async function leaveForPayment(): Promise<void> {
  const { user, leavePage } = await openWithCoffee();
  await user.click(donateButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalledOnce());
  cleanup();
}

test('a donor who comes back from signing in reads what is in the basket, until the basket changes', async () => {
  const { user } = await openWithCoffee();
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  cleanup();
  const page = await openDonatePage({ state: sectionState('donate') });
  expect(noticeText()).toBe('Your basket is waiting: 1 snack, CA$5.24 per month.');
  await page.user.click(snackCard('Coffee'));
  expect(noticeText()).toBeUndefined();
});

test('a donor who left the payment page is taken to the basket', async () => {
  await leaveForPayment();
  await openDonatePage();
  expect(noticeText()).toBe('Your basket is waiting: 1 snack, CA$5.24.');
  expect(window.history.state).toEqual({ section: 'donate' });
  expect(window.location.href).toBe(`${window.location.origin}/`);
});

test('a visitor who has scrolled already stays in place', async () => {
  await leaveForPayment();
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(200);
  await openDonatePage();
  expect(noticeText()).toBeUndefined();
  expect(window.history.state).toBeNull();
});

test('a basket that was not taken to the payment page is not announced', async () => {
  await openWithCoffee();
  cleanup();
  await openDonatePage();
  expect(noticeText()).toBeUndefined();
});

test('an empty basket is not announced', async () => {
  await openDonatePage({ state: sectionState('donate') });
  expect(noticeText()).toBeUndefined();
});
