import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { Route, Switch } from 'wouter';
import { vi } from 'vitest';
import { receiptNotFound } from '#contract/receipt.ts';
import DonationSuccessPage from '#web/donation-success/donation-success-page.tsx';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { aReceipt } from './receipt-response.ts';
import { RouterAt } from './router-at.tsx';
import { jsonResponse, refusalResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';

/** The receipt of a settled donation. */
export const receipt = aReceipt();

/** The page's calls for this receipt. */
export const receiptCall = `GET /api/donations/${receipt.id}/receipt`;
export const confirmCall = `POST /api/donations/${receipt.id}/confirm`;

/** A query with the receipt's id, but forged figures. */
export const forged = `?amount=999&meals=500&charity=Mine&transaction_id=${receipt.id}`;

/** The refusal for an id without a receipt that the visitor may see. */
export const notFound = refusalResponse(404, receiptNotFound, 'donation_not_found');

/** How long the page shows its spinner (spec 9). */
const spinnerMs = 800;

/**
 * Opens the thank-you page and waits until its spinner is gone. By default, a payment is settled if the responses include its
 * receipt, and otherwise unknown. Returns the growing list of the page's calls.
 */
export async function openSuccessPage(
  query: string,
  responses: StubResponses = {},
  cache: QueryClient = createQueryClient(),
): Promise<StubCall[]> {
  const confirmResponse = receiptCall in responses ? jsonResponse({ status: 'settled' }) : notFound;
  const calls = stubServer({ [receiptCall]: notFound, [confirmCall]: confirmResponse, ...responses });
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
  await pass(spinnerMs);
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
