import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, vi, type Mock } from 'vitest';
import { CountryProvider, CurrencySelector } from '#web/country/index.ts';
import type { LeavePage } from '#web/donate/index.ts';
import PayPalCheckoutPage from '#web/paypal-checkout/paypal-checkout-page.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { installFakePayPal, type FakePayPal } from './fake-paypal.ts';
import { jsonAnswer, stubServer, type StubAnswers, type StubCall } from './stub-server.ts';

/** Two coffees for the pantry of Canada. */
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

/** Where a captured payment leads in these tests. */
export const thankYou = 'http://localhost:3000/donation-success?transaction_id=don_1';

/** A page that was opened: who plays PayPal, what was asked of the server, and where the page went. */
export interface PayPalPage {
  readonly paypal: FakePayPal;
  readonly calls: StubCall[];
  readonly leavePage: Mock<LeavePage>;
  /** How often something was asked of the server. */
  readonly count: (call: string) => number;
}

/** Opens the page for a donation as a visitor of a country; the server answers well unless told otherwise. */
export function openPayPalPage({
  country = 'CA',
  data = coffees,
  answers = {},
}: { country?: string; data?: unknown; answers?: StubAnswers } = {}): PayPalPage {
  window.localStorage.setItem('country', country);
  const calls = stubServer({ ...goodAnswers(), ...answers });
  const leavePage = vi.fn<LeavePage>();
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const paypal = installFakePayPal();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CountryProvider>
        <CurrencySelector />
        <MemoryRouter initialEntries={[`/paypal-checkout?data=${encodeURIComponent(text)}`]}>
          <Routes>
            <Route path="/paypal-checkout" element={<PayPalCheckoutPage leavePage={leavePage} />} />
            <Route path="/" element={<h1>Home</h1>} />
          </Routes>
        </MemoryRouter>
      </CountryProvider>
    </QueryClientProvider>,
  );
  return { paypal, calls, leavePage, count: (wanted) => calls.filter(({ call }) => call === wanted).length };
}

/** Orders are numbered in the order in which they are made. */
function goodAnswers(): StubAnswers {
  let orders = 0;
  return {
    'GET /api/snacks': jsonAnswer([{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 }]),
    'GET /api/charities': jsonAnswer([
      { id: 5, name: 'World Pantry' },
      { id: 6, name: 'Maple Pantry' },
    ]),
    [setupCall]: jsonAnswer({ clientToken: 'token_1', webSdkUrl: 'https://sdk.example' }),
    [orderCall]: () => jsonAnswer({ id: `ORDER-${(orders += 1)}` })(),
    [captureCall]: jsonAnswer({ id: 'don_1', status: 'settled', url: thankYou }),
  };
}

/** The button that pays, while it is called that. */
export const payButton = (): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Pay with PayPal' });

/** The same, once it can be pressed. */
export async function readyButton(): Promise<HTMLButtonElement> {
  await waitFor(() => expect(payButton().disabled).toBe(false));
  return payButton();
}

/** Presses the button that pays. */
export const pay = async (): Promise<void> => userEvent.click(await readyButton());

/** Pays, and approves in PayPal's window. */
export async function payAndApprove(page: PayPalPage): Promise<void> {
  await pay();
  await act(page.paypal.approve);
}
