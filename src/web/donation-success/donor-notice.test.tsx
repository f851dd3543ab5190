// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answer,
  forged,
  leaveSuccessPage,
  openSuccessPage,
  pass,
  receipt,
  receiptCall,
  type Answers,
} from '#test/support/success-visit.tsx';
import { createQueryClient } from '#web/query-client.ts';

const storeKey = 'anonymous_donations';
const id = receipt.id;

beforeEach(() => void vi.useFakeTimers());
afterEach(leaveSuccessPage);

describe('a signed-in donor', () => {
  const user = { id: 'usr_1', username: 'ada', email: 'ada@example.org', country: 'CA', isAdmin: false };
  const donation = {
    id,
    snackName: 'Coffee',
    charityName: 'Maple Pantry',
    amount: 7,
    mealsProvided: 6,
    donationDate: receipt.donationDate,
    recurring: false,
  };
  const signedIn: Answers = {
    [receiptCall]: answer(receipt),
    'GET /api/user': answer({ ...user, firstName: null, lastName: null }),
    'GET /api/donations': answer([donation]),
  };
  beforeEach(() => void (document.cookie = 'signed_in=1; path=/'));
  afterEach(() => void (document.cookie = 'signed_in=; path=/; max-age=0'));

  test('sees that the gift is saved in the account, and the ways on; the browser remembers nothing', async () => {
    await openSuccessPage(forged, signedIn);
    await pass(0);
    expect(screen.getByRole('region', { name: 'It is saved in your account' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Not signed in' })).toBeNull();
    const ways = ['Donate Again', 'View Donation History', 'See Overall Impact'];
    expect(ways.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      '/#donate',
      '/donation-history',
      '/impact',
    ]);
    expect(window.localStorage.getItem(storeKey)).toBeNull();
  });

  test.each([
    ['on_its_way', 'A receipt is on its way to ada@example.org. Your history keeps it too.'],
    ['sent', 'A receipt was e-mailed to ada@example.org. Your history keeps it too.'],
    ['not_possible', 'We could not e-mail a receipt. Your history keeps it, to read and to download.'],
    [undefined, 'Your history lists it, and keeps its receipt.'],
  ])('whose receipt is %s by mail reads just that', async (receiptMail, words) => {
    await openSuccessPage(forged, { ...signedIn, [receiptCall]: answer({ ...receipt, receiptMail }) });
    await pass(0);
    const notice = within(screen.getByRole('region', { name: 'It is saved in your account' }));
    expect(notice.getByText(words)).toBeDefined();
  });

  test('sees no code to claim what is claimed', async () => {
    await openSuccessPage(forged, signedIn);
    await pass(0);
    expect(screen.queryByRole('region', { name: 'Claim on another device' })).toBeNull();
  });

  test('is offered a gift that is not in the account', async () => {
    await openSuccessPage(forged, { ...signedIn, 'GET /api/donations': answer([]) });
    await pass(0);
    const notice = within(screen.getByRole('region', { name: 'Not in your account yet' }));
    expect(notice.getByRole('link', { name: 'Claim this donation' }).getAttribute('href')).toBe(`/claim/${id}`);
  });

  test('whose session is over is a guest, and the browser remembers the gift', async () => {
    const over = answer({ code: 'sign_in_required', error: 'Please sign in.', message: 'Please sign in.' }, 401);
    await openSuccessPage(forged, { ...signedIn, 'GET /api/user': over });
    expect(screen.getByRole('region', { name: 'Not signed in' })).toBeDefined();
    expect(window.localStorage.getItem(storeKey)).toContain(id);
  });

  test('has history, impact and rewards read anew', async () => {
    const cache = createQueryClient();
    const keys = [
      ['donations', user.id],
      ['impact', user.id],
      ['rewards', user.id],
    ];
    keys.forEach((key) => cache.setQueryData(key, []));
    await openSuccessPage(forged, signedIn, cache);
    await pass(0);
    expect(keys.map((key) => cache.getQueryState(key)?.dataUpdateCount)).toEqual([2, 1, 1]);
    expect(keys.slice(1).map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });
});
