// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startReporting, type Reporter } from '#web/analytics/index.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { reloadDraft } from '../draft/draft-store.ts';
import {
  checkoutCall,
  donateButton,
  openWithCoffee,
  snackCard,
  type DonatePage,
} from '#test/support/web/donate-page.tsx';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const restorePage = () => fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));

describe('analytics', () => {
  test('reports a started checkout with its charity and its amount in whole dollars', async () => {
    const reportEvent = vi.fn<Reporter['reportEvent']>();
    startReporting({ reportPage: () => undefined, reportEvent });
    const { user, leavePage } = await openWithCoffee();
    await user.click(donateButton());
    await waitFor(() => expect(leavePage).toHaveBeenCalledOnce());
    expect(reportEvent.mock.calls).toEqual([
      ['donation_started', { category: 'engagement', label: 'Maple Pantry', value: 4 }],
    ]);
  });
});

describe('the request', () => {
  test('for one kind of snack is the spec’s payload with a snackId', async () => {
    const { user, checkouts, leavePage } = await openWithCoffee();
    await user.click(snackCard('Coffee'));
    await user.click(donateButton());
    await waitFor(() => expect(leavePage).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'));
    expect(checkouts[0]?.body).toEqual({
      amount: 1047,
      currency: 'cad',
      donationData: {
        amount: 7,
        mealsProvided: 6,
        charityId: 6,
        charityName: 'Maple Pantry',
        snackName: 'Coffee',
        customAmount: false,
        recurring: false,
        snackId: 1,
        stackedSnacks: [{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 2 }],
        serviceFee: 0.7,
      },
      successUrl: `${window.location.origin}/donation-success`,
      cancelUrl: window.location.href,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      pricedWith: {},
    });
  });

  test('for several kinds of snack has no snackId', async () => {
    const { user, checkouts } = await openWithCoffee();
    await user.click(snackCard('Chips'));
    await user.click(donateButton());
    await waitFor(() => expect(checkouts).toHaveLength(1));
    expect(checkouts[0]?.body.donationData).toMatchObject({
      amount: 5.99,
      snackName: 'Stacked Snacks',
      serviceFee: 0.6,
    });
    expect(checkouts[0]?.body.donationData).not.toHaveProperty('snackId');
  });

  test('for a custom amount has no snacks, and a meal for each whole dollar', async () => {
    const { user, checkouts } = await openWithCoffee();
    await user.click(snackCard('Custom Amount'));
    await user.click(await screen.findByRole('button', { name: 'Use this amount' }));
    await user.click(donateButton());
    await waitFor(() => expect(checkouts).toHaveLength(1));
    expect(checkouts[0]?.body).toMatchObject({
      amount: 748,
      donationData: {
        amount: 5,
        mealsProvided: 5,
        customAmount: true,
        customAmountEntered: { amount: 6.8, currency: 'CAD' },
        snackName: 'Custom Donation',
      },
    });
    expect(checkouts[0]?.body.donationData).not.toHaveProperty('stackedSnacks');
  });
});

describe('the idempotency key', () => {
  const key = async (page: DonatePage): Promise<string | null | undefined> => {
    const before = page.checkouts.length;
    await page.user.click(donateButton());
    await waitFor(() => expect(page.checkouts).toHaveLength(before + 1));
    restorePage();
    await waitFor(() => expect(donateButton().disabled).toBe(false));
    return page.checkouts.at(-1)?.key;
  };

  test('survives retries and the back button, and changes with every change of the draft', async () => {
    const page = await openWithCoffee();
    const first = await key(page);
    expect(first).toMatch(/^[0-9a-f]{32}-6$/);
    expect(await key(page)).toBe(first);
    await page.user.click(snackCard('Chips'));
    await page.user.click(screen.getByRole('button', { name: 'Remove Chips' }));
    const second = await key(page); // the same snacks again, but changed in between
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Charity' }), 'World Pantry');
    const third = await key(page);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('changes with the suggested charity', async () => {
    const page = await openWithCoffee();
    const first = await key(page);
    await page.user.selectOptions(screen.getByLabelText('Country and currency'), 'GB');
    expect(await key(page)).not.toBe(first);
    expect(page.checkouts.map(({ body }) => body.donationData.charityId)).toEqual([6, 9]);
  });

  test('is the same for two quick clicks', async () => {
    const { checkouts } = await openWithCoffee();
    fireEvent.click(donateButton());
    fireEvent.click(donateButton());
    await waitFor(() => expect(checkouts.length).toBeGreaterThan(0));
    expect(new Set(checkouts.map((request) => request.key)).size).toBe(1);
  });
});

describe('after a click on Donate', () => {
  test.each([
    {
      case: 'a refusal with a sentence',
      reply: refusalResponse(400, 'Please select a valid charity'),
      sentence: 'Please select a valid charity',
    },
    { case: 'a refusal without a sentence', reply: jsonResponse({}, 503), sentence: 'Server error: 503' },
    {
      case: 'an unreadable refusal',
      reply: () => new Response('<html>', { status: 502 }),
      sentence: 'Network error',
    },
    { case: 'a response without a url', reply: jsonResponse({}), sentence: 'No checkout URL received from server' },
    {
      case: 'a lost connection',
      reply: () => Promise.reject(new TypeError('Failed to fetch')),
      sentence: 'Unable to process payment. Please try again.',
    },
    {
      case: 'a timeout',
      reply: () => Promise.reject(new DOMException('timed out', 'TimeoutError')),
      sentence: 'Unable to process payment. Please try again.',
    },
  ])('$case shows a toast, and the visitor can try again', async ({ reply, sentence }) => {
    const { user, leavePage } = await openWithCoffee({ [checkoutCall]: reply });
    await user.click(donateButton());
    await waitFor(() =>
      expect(readToast()).toMatchObject({ title: 'Checkout Error', description: sentence, tone: 'destructive' }),
    );
    expect(leavePage).not.toHaveBeenCalled();
    await waitFor(() => expect(donateButton().textContent).toBe('Donate CA$5.24'));
    expect(donateButton().disabled).toBe(false);
  });

  test('the button is disabled during the request, and enabled again when the back button restores the page', async () => {
    const { user } = await openWithCoffee({ [checkoutCall]: noResponse });
    await user.click(donateButton());
    expect(donateButton().textContent).toBe('Processing...');
    expect(donateButton().disabled).toBe(true);
    restorePage();
    expect(donateButton().textContent).toBe('Donate CA$5.24');
  });
});

describe('a submit while Donate is disabled', () => {
  const submitAnyway = () => fireEvent.submit(screen.getByRole('form', { name: 'Your donation' }));

  test('shows Selection Required without a charity', async () => {
    const { user, checkouts } = await openWithCoffee();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charity' }), 'none');
    submitAnyway();
    expect(readToast()).toMatchObject({
      title: 'Selection Required',
      description: 'Please select a charity to donate to',
    });
    expect(checkouts).toEqual([]);
  });

  test('shows Invalid Amount without an amount', async () => {
    await openWithCoffee();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Coffee' }));
    submitAnyway();
    expect(readToast()).toMatchObject({
      title: 'Invalid Amount',
      description: 'Please select a snack or enter a valid donation amount',
    });
  });

  test('shows Invalid Charity for a charity that is not listed', async () => {
    const { user } = await openWithCoffee();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charity' }), 'World Pantry');
    window.sessionStorage.setItem(
      'donation_draft',
      (window.sessionStorage.getItem('donation_draft') ?? '').replace('"charityId":5', '"charityId":77'),
    );
    act(reloadDraft);
    await waitFor(() => expect(donateButton().disabled).toBe(true));
    submitAnyway();
    expect(readToast()).toMatchObject({ title: 'Invalid Charity', description: 'Please select a valid charity' });
  });
});
