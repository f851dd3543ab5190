// @vitest-environment happy-dom
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInHint } from '#contract/session.ts';
import { donor } from '#test/support/donor-visit.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { useImpact } from './use-impact.ts';

const impact = { totalDonated: 10.5, totalMeals: 5, donationsCount: 3, charitiesSupported: 1 };

let calls = 0;
let cache = createQueryClient();

beforeEach(() => {
  calls = 0;
  cache = createQueryClient();
  document.cookie = `${signedInHint}=1`;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/impact') calls += 1;
    return Promise.resolve(new Response(JSON.stringify(path === '/api/impact' ? impact : donor)));
  });
});
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
);

/** A page that shows the impact, left again when the figures are there and no question is under way. */
async function visit(): Promise<void> {
  const { result, unmount } = renderHook(useImpact, { wrapper });
  await waitFor(() => expect([result.current.isSuccess, result.current.isFetching]).toEqual([true, false]));
  unmount();
}

test('the impact is kept under the id of its user', async () => {
  await visit();
  expect(cache.getQueryData(['impact', donor.id])).toMatchObject({ totalMeals: 5 });
});

test.each([
  [59_999, 1],
  [60_000, 2],
])('after %d milliseconds another visit makes it %d questions', async (passedMs, expected) => {
  await visit();
  vi.setSystemTime(Date.now() + passedMs);
  await visit();
  expect(calls).toBe(expected);
});

test('coming back to the window asks nothing, however old the figures are', async () => {
  const { result } = renderHook(useImpact, { wrapper });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  vi.setSystemTime(Date.now() + 600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await act(() => vi.waitFor(() => Promise.resolve())); // the cache hears of it a few turns later
  expect([result.current.isFetching, calls]).toEqual([false, 1]);
});
