// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SplitResponse } from '#contract/split.ts';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { callNames, jsonResponse, noResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import { SplitPart } from './index.ts';

afterEach(() => {
  vi.useRealTimers();
  window.localStorage.clear();
});

const splitCall = 'GET /api/donations/don_1/split';
const coffee: SplitResponse = {
  charityName: 'Maple Pantry',
  paidWith: 'card',
  currency: 'CAD',
  charged: 5.24,
  charity: 4.76,
  serviceFee: 0.48,
  processingFee: { amount: 0.45, currency: 'CAD', isExpected: false },
};

/** Opens the collapsed part, and returns the page's calls. */
async function open(response: () => Response | Promise<Response>): Promise<readonly string[]> {
  window.localStorage.setItem('country', 'CA');
  const calls = stubServer({ [splitCall]: response });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CountryProvider>
        <SplitPart id="don_1" about="Coffee, Nov 21, 2026" className="donation-split" />
      </CountryProvider>
    </QueryClientProvider>,
  );
  expect(callNames(calls)).toEqual([]);
  await userEvent.setup({ delay: null }).click(screen.getByText('Where the money went'));
  return callNames(calls);
}

const openKnown = (changes: Partial<SplitResponse> = {}) => open(jsonResponse({ ...coffee, ...changes }));

async function linesOf(): Promise<readonly string[]> {
  const terms = await screen.findAllByRole('term');
  return terms.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
}

test('the split shows the real fee of a card payment', async () => {
  await openKnown();
  expect(await linesOf()).toEqual([
    'Maple Pantry: CA$4.76',
    'Service fee (10%): CA$0.48',
    'The card provider kept: CA$0.45',
    'Left for running this site: CA$0.03',
    'Total: CA$5.24',
  ]);
  expect(screen.queryByText(/expect/)).toBeNull();
});

test('the split shows the expected fee until the real one is known, and then stops polling', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const responses = [
    { amount: 0.44, isExpected: true },
    { amount: 0.45, isExpected: false },
  ];
  let requests = 0;
  await open(() => {
    const fee = responses[Math.min(requests, 1)]!;
    requests += 1;
    return jsonResponse({ ...coffee, processingFee: { ...fee, currency: 'CAD' } })();
  });
  expect(await linesOf()).toContain('The card provider is expected to keep: CA$0.44');
  expect(screen.getByText(/^This is our estimate/)).toBeDefined();
  await act(async () => void (await vi.advanceTimersByTimeAsync(30_000)));
  expect(await linesOf()).toContain('The card provider kept: CA$0.45');
  expect(screen.queryByText(/^This is our estimate/)).toBeNull();
  await act(async () => void (await vi.advanceTimersByTimeAsync(120_000)));
  expect(requests).toBe(2);
});

test('the split says when only PayPal knows its fee', async () => {
  await openKnown({
    paidWith: 'paypal',
    currency: 'GBP',
    charged: 3,
    charity: 2.73,
    serviceFee: 0.27,
    processingFee: undefined,
  });
  expect(await linesOf()).toEqual(['Maple Pantry: £2.73', 'Service fee (10%): £0.27', 'Total: £3.00']);
  expect(screen.getByText(/^The fee that PayPal keeps appears here/)).toBeDefined();
});

test('the split shows what went back, and who pays the fee that the provider keeps', async () => {
  await openKnown({ reversal: { state: 'refunded', charity: 4.76, serviceFee: 0.48 } });
  expect(await linesOf()).toEqual([
    'Maple Pantry: CA$0.00',
    'Service fee (10%): CA$0.00',
    'The card provider kept: CA$0.45',
    'Kindbite adds: CA$0.45',
    'Refunded: CA$5.24',
    'Total: CA$5.24',
  ]);
  expect(screen.getByText(/^The card provider keeps its fee when a payment is returned\. Kindbite pays/)).toBeDefined();
});

test('the split divides what is left after a partial refund', async () => {
  await openKnown({ reversal: { state: 'partly_refunded', charity: 1.19, serviceFee: 0.12 } });
  expect(await linesOf()).toEqual([
    'Maple Pantry: CA$3.57',
    'Service fee (10%): CA$0.36',
    'The card provider kept: CA$0.45',
    'Kindbite adds: CA$0.09',
    'Refunded: CA$1.31',
    'Total: CA$5.24',
  ]);
});

test('the split shows the fee of a dispute separately', async () => {
  await openKnown({
    reversal: { state: 'disputed', charity: 4.76, serviceFee: 0.48 },
    disputeFee: { amount: 15, currency: 'CAD' },
  });
  expect(await linesOf()).toContain('Disputed by the bank: CA$5.24');
  expect((await linesOf()).at(-1)).toBe('Fee for the dispute, not part of the total: CA$15.00');
  expect(screen.getByText('Kindbite pays the fee for the dispute.')).toBeDefined();
});

test('the split shows a fee in another currency without subtracting it', async () => {
  await openKnown({ processingFee: { amount: 0.33, currency: 'USD', isExpected: false } });
  expect(await linesOf()).toEqual([
    'Maple Pantry: CA$4.76',
    'Service fee (10%): CA$0.48',
    'The card provider kept: US$0.33',
    'Total: CA$5.24',
  ]);
});

test('the split says that it is loading', async () => {
  await open(noResponse);
  expect((await screen.findByRole('status')).textContent).toContain('Loading where your money went');
});

test('the split can be loaded again after a failure', async () => {
  let respond = refusalResponse(503, 'Busy');
  await open(() => respond());
  await screen.findByText("We couldn't load where your money went.");
  respond = jsonResponse(coffee);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await linesOf()).toContain('The card provider kept: CA$0.45');
});
