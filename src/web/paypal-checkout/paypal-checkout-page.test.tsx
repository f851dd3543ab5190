// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { jsonAnswer, refusalAnswer, stubServer } from '#test/support/stub-server.ts';
import { describedTerms } from '#test/support/donor-visit.tsx';
import {
  coffees,
  openPayPalPage,
  orderCall,
  pay,
  payButton,
  readyButton,
  setupCall,
} from '#test/support/paypal-page.tsx';
import PayPalCheckoutPage from './paypal-checkout-page.tsx';

const noAnswer = () => new Promise<Response>(() => {});

afterEach(() => window.localStorage.clear());

describe('the summary', () => {
  test('shows the gift in the money of the visitor, and the fee is what is between', async () => {
    openPayPalPage();
    await readyButton();
    expect(describedTerms()).toEqual([
      ['Donation amount', 'CA$9.52'],
      ['Charity', 'Maple Pantry'],
      ['Meals provided', '6'],
      ['Service Fee (10%)', 'CA$0.95'],
      ['Total', 'CA$10.47'],
    ]);
    expect(screen.queryByText(/in US dollars/)).toBeNull();
  });

  test('has no decimals where the money has none', async () => {
    openPayPalPage({ country: 'JP' });
    await readyButton();
    expect(describedTerms()).toContainEqual(['Total', '¥1,163']);
  });

  test('is in US dollars where PayPal does not settle the visitor’s money, and says so', async () => {
    const { calls, paypal } = openPayPalPage({ country: 'ZA' });
    await readyButton();
    expect(describedTerms()).toContainEqual(['Total', '$7.70']);
    const note = screen.getByText('PayPal does not take South African Rand (ZAR), so you pay in US dollars.');
    expect(note.compareDocumentPosition(payButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await pay();
    expect(paypal.instances).toEqual([{ clientToken: 'token_1', currency: 'USD' }]);
    expect(calls.find(({ call }) => call === orderCall)?.body).toMatchObject({ amount: '7.70', currency: 'USD' });
  });

  test('of four fields alone is an own amount', async () => {
    openPayPalPage({ data: { amount: 5, charityName: 'World Pantry', mealsProvided: 5 } });
    await readyButton();
    expect(describedTerms().map(([, text]) => text)).toEqual(['CA$6.80', 'World Pantry', '5', 'CA$0.68', 'CA$7.48']);
  });

  test('waits for the catalogue, and a catalogue that does not come can be asked for again', async () => {
    let answer = refusalAnswer(500, 'Something broke.');
    openPayPalPage({ answers: { 'GET /api/charities': () => answer() } });
    expect(screen.getByText('Loading your donation…')).toBeDefined();
    await screen.findByText('Failed to load your donation. Nothing was charged.');
    answer = jsonAnswer([{ id: 6, name: 'Maple Pantry' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await readyButton();
  });

  test('is not in the prerendered page, which asks nobody', () => {
    const calls = stubServer({});
    const html = renderToString(
      <MemoryRouter>
        <PayPalCheckoutPage />
      </MemoryRouter>,
    );
    expect(html).toContain('Loading your donation…');
    expect(calls).toEqual([]);
  });
});

test.each([
  ['no JSON', '{'],
  ['no donation', {}],
  ['a forged amount', { ...coffees, amount: 1 }],
  ['a forged fee', { ...coffees, serviceFee: 0 }],
  ['an unknown charity', { ...coffees, charityId: 99 }],
  ['every month', { ...coffees, recurring: true }],
])('data with %s leads home, and PayPal is not asked for', async (_, data) => {
  const { paypal, count } = openPayPalPage({ data });
  await screen.findByRole('heading', { name: 'Home' });
  expect([paypal.scripts, count(setupCall)]).toEqual([[], 0]);
});

describe('the button', () => {
  test('can be pressed once PayPal is ready', async () => {
    const { promise: setUp, resolve: answer } = Promise.withResolvers<Response>();
    openPayPalPage({ answers: { [setupCall]: () => setUp } });
    await screen.findByText('Getting PayPal ready…');
    expect(payButton().disabled).toBe(true);
    answer(jsonAnswer({ clientToken: 'token_1', webSdkUrl: 'https://sdk.example' })());
    await readyButton();
  });

  test('opens PayPal’s window in the click, and does not wait for the order', async () => {
    const { paypal } = openPayPalPage({ answers: { [orderCall]: noAnswer } });
    fireEvent.click(await readyButton());
    expect(paypal.starts).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  });

  test('has an order made for the very figures of the page', async () => {
    const { calls } = openPayPalPage();
    await pay();
    expect(calls.find(({ call }) => call === orderCall)?.body).toEqual({
      amount: '10.47',
      currency: 'CAD',
      intent: 'capture',
      donationData: coffees,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  test('pressed twice makes one order', async () => {
    const { paypal, count } = openPayPalPage();
    const button = await readyButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await act(async () => paypal.starts[0]);
    expect([count(orderCall), paypal.starts.length]).toEqual([1, 1]);
  });
});

test('a client token is fetched anew before its quarter of an hour is over', async () => {
  vi.useFakeTimers();
  try {
    const { paypal } = openPayPalPage();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(payButton().disabled).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(13 * 60_000));
    expect(paypal.instances).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(paypal.instances).toHaveLength(2);
    expect(payButton().disabled).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
