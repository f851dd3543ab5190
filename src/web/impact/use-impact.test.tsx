// @vitest-environment happy-dom
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInHint } from '#contract/account/session.ts';
import { donor } from '#test/support/web/donor-page.tsx';
import { createQueryClient } from '#web/query-client.ts';
import { useImpact } from './use-impact.ts';
import { jsonResponse } from '#test/support/web/stub-server.ts';

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
    return Promise.resolve(jsonResponse(path === '/api/impact' ? impact : donor)());
  });
});
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
);

/** Opens a page that shows the impact, and leaves it after the figures are loaded. */
async function visit(): Promise<void> {
  const { result, unmount } = renderHook(useImpact, { wrapper });
  await waitFor(() => expect([result.current.isSuccess, result.current.isFetching]).toEqual([true, false]));
  unmount();
}

test('the impact is cached under the user’s id', async () => {
  await visit();
  expect(cache.getQueryData(['impact', donor.id])).toMatchObject({ totalMeals: 5 });
});

test.each([
  [59_999, 1],
  [60_000, 2],
])('a second visit after %d milliseconds brings the requests to %d', async (passedMs, expected) => {
  await visit();
  vi.setSystemTime(Date.now() + passedMs);
  await visit();
  expect(calls).toBe(expected);
});

test('returning to the window fetches nothing, however old the figures are', async () => {
  const { result } = renderHook(useImpact, { wrapper });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  vi.setSystemTime(Date.now() + 600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await act(() => Promise.resolve());
  expect([result.current.isFetching, calls]).toEqual([false, 1]);
});
