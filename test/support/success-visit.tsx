import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { vi } from 'vitest';
import DonationSuccessPage from '#web/donation-success/donation-success-page.tsx';
import { createQueryClient } from '#web/query-client.ts';

/** What the server answers, by `METHOD /path`. */
export type Answers = Record<string, () => Response | Promise<Response>>;

/** The receipt of a settled gift. */
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

/** The calls that the page makes for it. */
export const receiptCall = `GET /api/donations/${receipt.id}/receipt`;
export const confirmCall = `POST /api/donations/${receipt.id}/confirm`;

/** A query that names the receipt's gift, in figures that are not its own. */
export const forged = `?amount=999&meals=500&charity=Mine&transaction_id=${receipt.id}`;

/** A JSON answer. */
export const answer =
  (body: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(body), { status });

/** The refusal for an id that is none of ours to show. */
export const notFound = answer(
  { code: 'donation_not_found', error: 'This payment is not confirmed.', message: 'This payment is not confirmed.' },
  404,
);

/** Opens the thank-you page and lets its spinner stand for its time. Answers with the calls that the page made. */
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
      <MemoryRouter initialEntries={[`/donation-success${query}`]}>
        <Routes>
          <Route path="/donation-success" element={<DonationSuccessPage />} />
          <Route path="/" element={<h1>Home</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(800);
  return calls;
}

/** Lets time pass by the test's own clock. */
export const pass = (milliseconds: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

/** Closes the page, and forgets what the browser kept of it. */
export function leaveSuccessPage(): void {
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
}
