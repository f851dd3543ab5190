// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  confirmCall,
  forged,
  leaveSuccessPage,
  openSuccessPage,
  pass,
  receipt,
  receiptCall,
} from '#test/support/web/success-page.tsx';
import { callNames, jsonResponse } from '#test/support/web/stub-server.ts';

const storeKey = 'anonymous_donations';
const id = receipt.id;

beforeEach(() => void vi.useFakeTimers());
afterEach(leaveSuccessPage);

const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;
const paper = () => within(screen.getByRole('region', { name: 'Donation receipt' }));

describe('an address without an amount', () => {
  test.each([
    '',
    '?amount=',
    '?amount=0',
    '?amount=0.00',
    '?amount=-5',
    '?amount=ten',
    '?amount=NaN',
    '?amount=1e9',
    '?meals=3',
  ])('%j redirects to the home page', async (query) => {
    const calls = await openSuccessPage(query);
    expect(heading()).toBe('Home');
    expect(calls).toEqual([]);
  });
});

describe('a confirmed donation', () => {
  test('shows the server’s figures, not those in the address', async () => {
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    expect(heading()).toBe('Thank you. 6 meals are on their way.');
    const lines = paper()
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['For', 'Coffee'],
      ['Amount (USD)', '$7.00'],
      ['Service Fee (10%)', '$0.70'],
      ['Total (USD)', '$7.70'],
      ['Charged to your card', 'CA$10.47'],
      ['Of which', 'CA$9.52 donation + CA$0.95 fee'],
      ['Recipient', 'Maple Pantry'],
      ['Date', 'Nov 22, 2026'],
      ['Transaction ID', id],
    ]);
    expect(paper().getByText('This is not an official receipt for income tax purposes.')).toBeDefined();
  });

  test.each([
    ['refunded', 10.47, 'Refunded', '−CA$10.47'],
    ['partly_refunded', 1, 'Partly refunded', '−CA$1.00'],
    ['disputed', 10.47, 'Disputed by your bank', '−CA$10.47'],
  ])('that is %s says so on its receipt', async (state, charged, term, text) => {
    await openSuccessPage(forged, { [receiptCall]: jsonResponse({ ...receipt, reversal: { state, charged } }) });
    expect(paper().getByText(term).nextElementSibling?.textContent).toBe(text);
    expect(heading()).toBe('Thank you for your donation.');
    expect(screen.getByText(`You gave $7.00 to Maple Pantry. ${term}: ${text}.`)).toBeDefined();
  });

  test('is stored once for a later claim, and the notice adds up all unclaimed donations', async () => {
    window.localStorage.setItem(storeKey, JSON.stringify([{ id: 'don_0', amount: 2.49, mealsProvided: 2 }]));
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    cleanup();
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    expect(JSON.parse(window.localStorage.getItem(storeKey) ?? '')).toEqual([
      { id: 'don_0', amount: 2.49, mealsProvided: 2 },
      { id, amount: 7, mealsProvided: 6 },
    ]);
    expect(
      within(screen.getByRole('region', { name: 'Not signed in' })).getByText(
        'There are 2 unclaimed donations on this device ($9.49, 8 meals). Sign up to claim them.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign Up / Sign In' }).getAttribute('href')).toBe('/auth');
  });

  test('is shared with its figures and a link to the home page', async () => {
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    const shared = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: /^X/ }).href).searchParams;
    expect(shared.get('text')).toContain("I skipped a few snacks and gave $7.00. That's 6 meals.");
    expect(shared.get('url')).toBe(`${window.location.origin}/`);
  });

  test('for one snack is shared as the price of a snack', async () => {
    await openSuccessPage(forged, {
      [receiptCall]: jsonResponse({ ...receipt, amount: 3.5, mealsProvided: 3 }),
      'GET /api/snacks': jsonResponse([{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 }]),
    });
    await pass(0);
    const shared = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: /^X/ }).href).searchParams;
    expect(shared.get('text')).toContain('I gave the price of a snack, $3.50, and it became 3 meals.');
  });

  test('is shown in US$ to a visitor who sees prices in another currency', async () => {
    window.localStorage.setItem('country', 'CA');
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    expect(screen.getByText('You gave US$7.00 to Maple Pantry.')).toBeDefined();
    expect(screen.getByText('Your card was charged CA$10.47, fee included.')).toBeDefined();
    expect(paper().getByText('US$7.70')).toBeDefined();
    expect(
      screen.getByText("There's an unclaimed donation on this device (US$7.00, 6 meals). Sign up to claim it."),
    ).toBeDefined();
  });

  test('paid with PayPal says what was paid there', async () => {
    const charged = { subtotal: 20, serviceFee: 2, total: 22, currency: 'GBP' };
    await openSuccessPage(forged, { [receiptCall]: jsonResponse({ ...receipt, paidWith: 'paypal', charged }) });
    expect(screen.getByText('You paid £22.00 with PayPal, fee included.')).toBeDefined();
  });

  test('has a receipt to download', async () => {
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    const file = screen.getByRole('link', { name: 'Receipt (PDF)' });
    expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual([
      `/api/donations/${id}/receipt.pdf`,
      true,
    ]);
  });

  test('can be claimed on another device with a code or a link', async () => {
    await openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    await vi.dynamicImportSettled();
    await pass(0);
    const claim = within(paper().getByRole('region', { name: 'Claim on another device' }));
    expect(claim.getByRole('img', { name: 'QR code of the link that claims this donation' })).toBeDefined();
    const address = `${window.location.origin}/claim/${id}`;
    expect(claim.getByRole('link', { name: address }).getAttribute('href')).toBe(`/claim/${id}`);
    expect(claim.getByRole('button', { name: 'Copy link' })).toBeDefined();
  });

  test('appears after a spinner of 800 milliseconds', async () => {
    const opening = openSuccessPage(forged, { [receiptCall]: jsonResponse(receipt) });
    expect(screen.getByRole('status').textContent).toBe('Processing your donation…');
    await opening;
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('an unconfirmed donation', () => {
  test('shows the figures from the address, says that it is not confirmed, stores nothing and shares no amount', async () => {
    const calls = await openSuccessPage(forged);
    expect(heading()).toBe('Thank you.');
    expect(paper().getByText('This payment is not confirmed.')).toBeDefined();
    expect(paper().getByText('$999.00')).toBeDefined();
    expect(paper().queryByText('Charged to your card')).toBeNull();
    expect(window.localStorage.getItem(storeKey)).toBeNull();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^X/ }).href).not.toContain('999');
    expect(callNames(calls)).toEqual([confirmCall]);
  });

  test('has nothing to claim and no receipt to download', async () => {
    await openSuccessPage(forged);
    expect(screen.queryByRole('region', { name: 'Claim on another device' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Receipt (PDF)' })).toBeNull();
  });

  test('without an id gets eight random capitals and digits, and calls no endpoint', async () => {
    const calls = await openSuccessPage('?amount=3.5&meals=1');
    expect(heading()).toBe('Thank you.');
    expect(paper().getByText(/^[A-Z0-9]{8}$/)).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('a payment that is still open', () => {
  test('is polled every two seconds for a minute, then every ten', async () => {
    const calls = await openSuccessPage(forged, { [confirmCall]: jsonResponse({ status: 'processing' }) });
    expect(heading()).toBe("We're confirming your payment");
    expect(screen.getByText(/Your bank or PayPal is still working on it\./).textContent).toContain(
      'email you the receipt',
    );
    expect(callNames(calls)).toEqual([confirmCall]);
    await pass(58_000);
    expect(calls).toHaveLength(1 + 29);
    const before = calls.length;
    await pass(20_000);
    expect(calls.length - before).toBe(2);
  });

  test('is not polled while the page is hidden', async () => {
    const calls = await openSuccessPage(forged, { [confirmCall]: jsonResponse({ status: 'pending' }) });
    const before = calls.length;
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(20_000);
    expect(calls).toHaveLength(before);
  });

  test('becomes a receipt when it settles, and the receipt is not requested earlier', async () => {
    let status = 'pending';
    const calls = await openSuccessPage(forged, {
      [receiptCall]: jsonResponse(receipt),
      [confirmCall]: () => jsonResponse({ status })(),
    });
    expect(window.localStorage.getItem(storeKey)).toBeNull();
    status = 'settled';
    act(() => screen.getByRole('button', { name: 'Check again' }).click());
    await pass(0);
    expect(heading()).toBe('Thank you. 6 meals are on their way.');
    expect(callNames(calls).slice(0, 3)).toEqual([confirmCall, confirmCall, receiptCall]);
  });
});

describe('the thank-you page', () => {
  test.each(['failed', 'expired'])(
    'says that nothing was charged when the payment is %s, and links back to the donation',
    async (status) => {
      await openSuccessPage(forged, { [confirmCall]: jsonResponse({ status }) });
      expect(screen.getByText(/^Nothing was charged\./)).toBeDefined();
      expect(screen.getByRole('link', { name: 'Back to your donation' }).getAttribute('href')).toBe('/#donate');
    },
  );

  test('says when the server is unreachable, and can check again', async () => {
    let isDown = true;
    await openSuccessPage(forged, { [receiptCall]: () => (isDown ? jsonResponse({}, 500) : jsonResponse(receipt))() });
    expect(heading()).toBe("We couldn't check your payment");
    isDown = false;
    const button = screen.getByRole('button', { name: 'Check again' });
    button.focus();
    act(() => button.click());
    await pass(0);
    expect(heading()).toBe('Thank you. 6 meals are on their way.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })); // the button is gone
  });
});
