// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { donor } from '#test/support/web/donor-page.tsx';
import { inHistory } from '#test/support/web/receipt-response.ts';
import {
  forged,
  leaveSuccessPage,
  openSuccessPage,
  pass,
  receipt,
  receiptCall,
} from '#test/support/web/success-page.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { jsonResponse, refusalResponse, type StubResponses } from '#test/support/web/stub-server.ts';

const storeKey = 'anonymous_donations';
const id = receipt.id;

beforeEach(() => void vi.useFakeTimers());
afterEach(leaveSuccessPage);
beforeEach(() => void (document.cookie = 'signed_in=1; path=/'));
afterEach(() => void (document.cookie = 'signed_in=; path=/; max-age=0'));

const signedIn: StubResponses = {
  [receiptCall]: jsonResponse(receipt),
  'GET /api/user': jsonResponse(donor),
  'GET /api/donations': jsonResponse([inHistory(receipt)]),
};

describe('a signed-in donor', () => {
  test('sees that the donation is saved to the account, and where to go next; the browser stores nothing', async () => {
    await openSuccessPage(forged, signedIn);
    await pass(0);
    expect(screen.getByRole('region', { name: 'Saved to your account' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Not signed in' })).toBeNull();
    const links = ['Donate Again', 'View Donation History', 'See Overall Impact'];
    expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      '/#donate',
      '/donation-history',
      '/impact',
    ]);
    expect(window.localStorage.getItem(storeKey)).toBeNull();
  });

  test.each([
    ['on_its_way', "A receipt is on its way to donor@example.org. You'll also find it in your history."],
    ['sent', "A receipt was emailed to donor@example.org. You'll also find it in your history."],
    ['not_possible', "We couldn't email a receipt. You can view or download it in your history."],
    [undefined, "You'll find it, with its receipt, in your donation history."],
  ])('sees that the status of the emailed receipt is %s', async (receiptMail, text) => {
    await openSuccessPage(forged, {
      ...signedIn,
      [receiptCall]: jsonResponse({ ...receipt, receiptMail, receiptMailTo: 'account' }),
    });
    await pass(0);
    const notice = within(screen.getByRole('region', { name: 'Saved to your account' }));
    expect(notice.getByText(text)).toBeDefined();
  });

  test('who claimed the donation sees that its receipt went to the address typed when paying', async () => {
    const mailed = { ...receipt, receiptMail: 'sent', receiptMailTo: 'payer' };
    await openSuccessPage(forged, { ...signedIn, [receiptCall]: jsonResponse(mailed) });
    await pass(0);
    const text =
      "A receipt was emailed to the email address given with the payment. You'll also find it in your history.";
    expect(within(screen.getByRole('region', { name: 'Saved to your account' })).getByText(text)).toBeDefined();
  });

  test("can claim a guest's donation even when its receipt was emailed", async () => {
    const mailed = { ...receipt, receiptMail: 'sent', receiptMailTo: 'payer' };
    await openSuccessPage(forged, {
      ...signedIn,
      [receiptCall]: jsonResponse(mailed),
      'GET /api/donations': jsonResponse([]),
    });
    await pass(0);
    expect(screen.getByRole('region', { name: 'Not in your account yet' })).toBeDefined();
  });

  test('sees no QR code to claim the donation', async () => {
    await openSuccessPage(forged, signedIn);
    await pass(0);
    expect(screen.queryByRole('region', { name: 'Claim on another device' })).toBeNull();
  });

  test('can claim a donation that is not in the account', async () => {
    await openSuccessPage(forged, { ...signedIn, 'GET /api/donations': jsonResponse([]) });
    await pass(0);
    const notice = within(screen.getByRole('region', { name: 'Not in your account yet' }));
    expect(notice.getByRole('link', { name: 'Claim this donation' }).getAttribute('href')).toBe(`/claim/${id}`);
  });

  test('whose session has expired is treated as a guest, and the browser stores the donation', async () => {
    const expired = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    await openSuccessPage(forged, { ...signedIn, 'GET /api/user': expired });
    expect(screen.getByRole('region', { name: 'Not signed in' })).toBeDefined();
    expect(window.localStorage.getItem(storeKey)).toContain(id);
  });

  test('gets fresh history, impact and rewards', async () => {
    const cache = createQueryClient();
    const keys = [
      ['donations', donor.id],
      ['impact', donor.id],
      ['rewards', donor.id],
    ];
    keys.forEach((key) => cache.setQueryData(key, []));
    await openSuccessPage(forged, signedIn, cache);
    await pass(0);
    expect(keys.map((key) => cache.getQueryState(key)?.dataUpdateCount)).toEqual([2, 1, 1]);
    expect(keys.slice(1).map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });
});

describe('a guest', () => {
  const mailed = (receiptMail: string | undefined) =>
    jsonResponse({ ...receipt, ...(receiptMail && { receiptMail, receiptMailTo: 'payer' }) });

  test.each([
    ['on_its_way', 'Your receipt is on its way to the email address you gave when you paid.'],
    ['sent', "We've emailed your receipt to the address you gave when you paid."],
    ['not_possible', "We couldn't email your receipt. Please print it or save the PDF."],
  ])('sees that the status of the emailed receipt is %s', async (receiptMail, text) => {
    document.cookie = 'signed_in=; path=/; max-age=0';
    await openSuccessPage(forged, { [receiptCall]: mailed(receiptMail) });
    expect(screen.getByText(text).getAttribute('role')).toBe('status');
  });

  test('sees when the receipt has been sent, and then stops polling', async () => {
    document.cookie = 'signed_in=; path=/; max-age=0';
    const calls: string[] = [];
    const states = ['on_its_way', 'on_its_way', 'sent'];
    await openSuccessPage(forged, {
      [receiptCall]: () => {
        const state = states[calls.length] ?? 'sent';
        calls.push(state);
        return mailed(state)();
      },
    });
    expect(screen.getByText(/^Your receipt is on its way/)).toBeDefined();
    await pass(2000);
    await pass(2000);
    expect(screen.getByText(/^We've emailed your receipt/)).toBeDefined();
    await pass(60_000);
    expect(calls).toEqual(states);
  });
});

describe('a monthly donation', () => {
  const monthly = jsonResponse({ ...receipt, recurring: true });

  test('is called monthly on its receipt, and the page links to the account to change it', async () => {
    await openSuccessPage(forged, { ...signedIn, [receiptCall]: monthly });
    await pass(0);
    const notice = within(screen.getByRole('region', { name: 'This is a monthly gift' }));
    const link = notice.getByRole('link', { name: 'See your monthly gifts' });
    expect(link.getAttribute('href')).toBe('/account#monthly');
    expect(screen.getByText('Coffee, monthly')).toBeDefined();
  });

  test('that someone else owns shows no link to change it', async () => {
    await openSuccessPage(forged, { ...signedIn, [receiptCall]: monthly, 'GET /api/donations': jsonResponse([]) });
    await pass(0);
    expect(screen.getByRole('link', { name: 'Claim this donation' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'This is a monthly gift' })).toBeNull();
  });
});

test('a one-time donation is not called monthly', async () => {
  await openSuccessPage(forged, signedIn);
  await pass(0);
  expect(screen.getByText('Saved to your account')).toBeDefined();
  expect(screen.queryByText(/monthly/i)).toBeNull();
});
