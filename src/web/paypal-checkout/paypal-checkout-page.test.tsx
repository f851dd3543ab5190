// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { jsonResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import { CountryProvider } from '#web/country/index.ts';
import { describedTerms } from '#test/support/web/donor-page.tsx';
import {
  coffees,
  openPayPalPage,
  orderCall,
  pay,
  payButton,
  readyButton,
  setupCall,
} from '#test/support/web/paypal-page.tsx';
import PayPalCheckoutPage from './paypal-checkout-page.tsx';
import { RouterAt } from '#test/support/web/router-at.tsx';

const noResponse = () => new Promise<Response>(() => {});

afterEach(() => window.localStorage.clear());

describe('the summary', () => {
  test('is in the visitor’s currency, and its lines add up', async () => {
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

  test('comes with a link to pay by card if cookies are blocked, and PayPal is not loaded', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const { paypal } = openPayPalPage();
    await screen.findByText(/^PayPal needs cookies, which your browser blocks/);
    expect(screen.getByRole('link', { name: 'Pay by card' }).getAttribute('href')).toBe('/#donate');
    expect(describedTerms()).toContainEqual(['Total', 'CA$10.47']);
    expect([screen.queryByRole('button', { name: 'Pay with PayPal' }), paypal.instances]).toEqual([null, []]);
  });

  test('has no decimals in a currency without them', async () => {
    openPayPalPage({ country: 'JP' });
    await readyButton();
    expect(describedTerms()).toContainEqual(['Total', '¥1,163']);
  });

  test('is in US dollars if PayPal does not settle the visitor’s currency, and says so', async () => {
    const { calls, paypal } = openPayPalPage({ country: 'ZA' });
    await readyButton();
    expect(describedTerms()).toContainEqual(['Total', 'US$7.70']);
    const note = screen.getByText("PayPal doesn't accept South African rand (ZAR), so you'll pay in US dollars.");
    expect(note.compareDocumentPosition(payButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await pay();
    expect(paypal.instances).toEqual([{ clientToken: 'token_1', currency: 'USD' }]);
    expect(calls.find(({ call }) => call === orderCall)?.body).toMatchObject({ amount: '7.70', currency: 'USD' });
  });

  test('uses the current prices when the address has older ones, and says what changed', async () => {
    const formerCoffees = {
      ...coffees,
      amount: 6,
      serviceFee: 0.6,
      stackedSnacks: [{ id: 1, name: 'Coffee', price: 3, mealsProvided: 3, quantity: 2 }],
    };
    const { calls } = openPayPalPage({ data: formerCoffees });
    await readyButton();
    expect(describedTerms()).toContainEqual(['Total', 'CA$10.47']);
    expect(screen.getByText('Coffee is now CA$4.76 (was CA$4.08). Your basket is updated.')).toBeDefined();
    await pay();
    expect(calls.find(({ call }) => call === orderCall)?.body).toMatchObject({
      amount: '10.47',
      donationData: coffees,
    });
  });

  test('shows a custom amount exactly as typed', async () => {
    const entered = { amount: 14.71, customAmountEntered: { amount: 20, currency: 'CAD' } };
    openPayPalPage({ data: { ...entered, charityName: 'World Pantry', mealsProvided: 14 } });
    await readyButton();
    expect(describedTerms().map(([, text]) => text)).toEqual(['CA$20.00', 'World Pantry', '14', 'CA$2.00', 'CA$22.00']);
  });

  test('shows a custom amount when the address has only the spec’s four fields', async () => {
    openPayPalPage({ data: { amount: 5, charityName: 'World Pantry', mealsProvided: 5 } });
    await readyButton();
    expect(describedTerms().map(([, text]) => text)).toEqual(['CA$6.80', 'World Pantry', '5', 'CA$0.68', 'CA$7.48']);
  });

  test('waits for the catalogue, and Try Again loads it after a failure', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    openPayPalPage({ responses: { 'GET /api/charities': () => respond() } });
    expect(screen.getByText('Loading your donation…')).toBeDefined();
    await screen.findByText('Failed to load your donation. Nothing was charged.');
    respond = jsonResponse([{ id: 6, name: 'Maple Pantry' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await readyButton();
  });

  test('is not in the prerendered page, which calls no endpoint', () => {
    const calls = stubServer({});
    const html = renderToString(
      <CountryProvider>
        <RouterAt>
          <PayPalCheckoutPage />
        </RouterAt>
      </CountryProvider>,
    );
    expect(html).toContain('Loading your donation…');
    expect(calls).toEqual([]);
  });
});

test.each([
  ['invalid JSON', '{'],
  ['no fields', {}],
  ['a forged amount', { ...coffees, amount: 1 }],
  ['a forged fee', { ...coffees, serviceFee: 0 }],
  ['an unknown charity', { ...coffees, charityId: 99 }],
  ['a monthly donation', { ...coffees, recurring: true }],
])('data with %s redirects home and loads nothing from PayPal', async (_, data) => {
  const { paypal, count } = openPayPalPage({ data });
  await screen.findByRole('heading', { name: 'Home' });
  expect([paypal.scripts, count(setupCall)]).toEqual([[], 0]);
});

test('closing the alert of a failed setup leaves the focus on the title', async () => {
  openPayPalPage({ responses: { [setupCall]: refusalResponse(503, 'PayPal cannot be reached.') } });
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});

describe('the button', () => {
  test('is enabled when PayPal is ready', async () => {
    const { promise: setUp, resolve: respond } = Promise.withResolvers<Response>();
    openPayPalPage({ responses: { [setupCall]: () => setUp } });
    await screen.findByText('Getting PayPal ready…');
    expect(payButton().disabled).toBe(true);
    respond(jsonResponse({ clientToken: 'token_1', webSdkUrl: 'https://sdk.example' })());
    await readyButton();
  });

  test('opens PayPal’s window during the click, without waiting for the order', async () => {
    const { paypal } = openPayPalPage({ responses: { [orderCall]: noResponse } });
    fireEvent.click(await readyButton());
    expect(paypal.starts).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  });

  test('creates an order for exactly the figures on the page', async () => {
    const rates = { version: 12, setOn: '2026-11-21', unitsPerDollar: { CAD: '1.36' } };
    const { calls } = openPayPalPage({ responses: { 'GET /api/rates': jsonResponse(rates) } });
    await pay();
    expect(calls.find(({ call }) => call === orderCall)?.body).toEqual({
      amount: '10.47',
      currency: 'CAD',
      intent: 'capture',
      donationData: coffees,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      pricedWith: { rates: 12 },
    });
  });

  test('pressed twice creates one order', async () => {
    const { paypal, count } = openPayPalPage();
    const button = await readyButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await act(async () => paypal.starts[0]);
    expect([count(orderCall), paypal.starts.length]).toEqual([1, 1]);
  });
});

test('a new client token is fetched before the old one expires', async () => {
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
