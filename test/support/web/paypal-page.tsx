import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Switch } from 'wouter';
import { expect, vi, type Mock } from 'vitest';
import { CountryProvider, CurrencySelector } from '#web/country/index.ts';
import type { LeavePage } from '#web/donate/index.ts';
import PayPalCheckoutPage from '#web/paypal-checkout/paypal-checkout-page.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { installFakePayPal, type FakePayPal } from './fake-paypal.ts';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';
import { RouterAt } from './router-at.tsx';

/** Two coffees for Maple Pantry. */
export const coffees = {
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
};

export const setupCall = 'GET /paypal/setup';
export const orderCall = 'POST /paypal/order';
export const captureCall = 'POST /paypal/order/ORDER-1/capture';

/** The page that opens after a captured payment. */
export const thankYou = 'http://localhost:3000/donation-success?transaction_id=don_1';

/** The PayPal page with a fake PayPal and a stubbed server. */
export interface PayPalPage {
  readonly paypal: FakePayPal;
  readonly calls: StubCall[];
  readonly leavePage: Mock<LeavePage>;
  /** Returns the number of times that a call was made. */
  readonly count: (call: string) => number;
}

/** Opens the page for a donation, as a visitor from a country. By default, every call succeeds. */
export function openPayPalPage({
  country = 'CA',
  data = coffees,
  responses = {},
}: { country?: string; data?: unknown; responses?: StubResponses } = {}): PayPalPage {
  window.localStorage.setItem('country', country);
  const calls = stubServer({ ...goodResponses(), ...responses });
  const leavePage = vi.fn<LeavePage>();
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const paypal = installFakePayPal();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CountryProvider>
        <CurrencySelector />
        <RouterAt address={`/paypal-checkout?data=${encodeURIComponent(text)}`}>
          <Switch>
            <Route path="/paypal-checkout">
              <PayPalCheckoutPage leavePage={leavePage} />
            </Route>
            <Route path="/">
              <h1>Home</h1>
            </Route>
            <Route path="/auth">
              <h1>Sign In</h1>
            </Route>
          </Switch>
        </RouterAt>
      </CountryProvider>
    </QueryClientProvider>,
  );
  return { paypal, calls, leavePage, count: (wanted) => calls.filter(({ call }) => call === wanted).length };
}

/** Returns successful responses. Orders are numbered from 1. */
function goodResponses(): StubResponses {
  let orders = 0;
  return {
    'GET /api/snacks': jsonResponse([{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 }]),
    'GET /api/charities': jsonResponse([
      { id: 5, name: 'World Pantry' },
      { id: 6, name: 'Maple Pantry' },
    ]),
    [setupCall]: jsonResponse({ clientToken: 'token_1', webSdkUrl: 'https://sdk.example' }),
    [orderCall]: () => jsonResponse({ id: `ORDER-${(orders += 1)}` })(),
    [captureCall]: jsonResponse({ id: 'don_1', status: 'settled', url: thankYou }),
  };
}

/** Finds the button; throws while a payment is in progress. */
export const payButton = (): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Pay with PayPal' });

/** Waits until the button is enabled, and returns it. */
export async function readyButton(): Promise<HTMLButtonElement> {
  await waitFor(() => expect(payButton().disabled).toBe(false));
  return payButton();
}

export const pay = async (): Promise<void> => userEvent.click(await readyButton());

/** Pays, and approves in PayPal's window. */
export async function payAndApprove(page: PayPalPage): Promise<void> {
  await pay();
  await act(page.paypal.approve);
}
