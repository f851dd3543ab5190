import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { Route, Switch } from 'wouter';
import { vi } from 'vitest';
import DonationSuccessPage from '#web/donation-success/donation-success-page.tsx';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { RouterAt } from './router-at.tsx';

/** The server's answers by `METHOD /path`. */
export type Answers = Record<string, () => Response | Promise<Response>>;

/** The receipt of a settled donation. */
export const receipt = {
  id: 'don_5f3a',
  status: 'settled',
  amount: 7,
  serviceFee: 0.7,
  total: 7.7,
  charged: { subtotal: 9.52, serviceFee: 0.95, total: 10.47, currency: 'CAD' },
  mealsProvided: 6,
  charityName: 'Maple Pantry',
  snackName: 'Coffee',
  recurring: false,
  donationDate: '2026-11-21T12:00:00.000Z',
};

/** The page's calls for this receipt. */
export const receiptCall = `GET /api/donations/${receipt.id}/receipt`;
export const confirmCall = `POST /api/donations/${receipt.id}/confirm`;

/** A query with the receipt's id, but forged figures. */
export const forged = `?amount=999&meals=500&charity=Mine&transaction_id=${receipt.id}`;

export const answer =
  (body: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status });

/** The refusal for an id without a receipt that the visitor may see. */
export const notFound = answer(
  { code: 'donation_not_found', error: 'This payment is not confirmed.', message: 'This payment is not confirmed.' },
  404,
);

/** Opens the thank-you page and waits until its spinner is gone. Returns the page's calls, as they are made. */
export async function openSuccessPage(
  query: string,
  answers: Answers = {},
  cache: QueryClient = createQueryClient(),
): Promise<string[]> {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    calls.push(`${request.method} ${path}`);
    return Promise.resolve().then(() => (answers[`${request.method} ${path}`] ?? notFound)());
  });
  render(
    <QueryClientProvider client={cache}>
      <CountryProvider>
        <RouterAt address={`/donation-success${query}`}>
          <Switch>
            <Route path="/donation-success">
              <DonationSuccessPage />
            </Route>
            <Route path="/">
              <h1>Home</h1>
            </Route>
          </Switch>
        </RouterAt>
      </CountryProvider>
    </QueryClientProvider>,
  );
  await pass(800);
  return calls;
}

/** Advances the fake clock. */
export const pass = (milliseconds: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

/** Closes the page and clears the browser's storage. */
export function leaveSuccessPage(): void {
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
}
