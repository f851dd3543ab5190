import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { sessionCalls } from '#contract/calls/session.ts';
import type { UserResponse } from '#contract/account/session.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { isSessionOver, userKey } from '#web/query-client.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { announceSignIn, dropSignedInHint, readHint, useHint } from './signed-in-hint.ts';

/**
 * Who is signed in: `loading` while the user is fetched and in the prerendered page, `known` with the user or null,
 * `unreachable` when the server did not respond or failed.
 */
type UserState =
  | { readonly status: 'known'; readonly user: UserResponse | null }
  | { readonly status: 'loading' | 'unreachable'; readonly user: null };

/** Returns the cache key of the user. It contains the hint, so that another user who signs in from another tab is fetched. */
export const userKeyOf = (hint: string) => [...userKey, hint] as const;

/** Returns the user. Nothing is fetched without the hint cookie, because the response would be a 401 (decision 0074). */
export function useUser(): UserState {
  const isHydrated = useIsHydrated();
  const hint = useHint();
  const { data, fetchStatus, isError } = useQuery({
    ...userQuery(hint),
    enabled: hint !== '',
    staleTime: ({ state }) => (state.data ? Infinity : 0), // fetch again when the hint returns
  });
  if (!isHydrated) return { status: 'loading', user: null };
  if (hint === '') return { status: 'known', user: null };
  if (data) return { status: 'known', user: data };
  if (fetchStatus !== 'idle') return { status: 'loading', user: null }; // without a network the fetch waits
  return isError ? { status: 'unreachable', user: null } : { status: 'known', user: null };
}

/** Fetches the user again, even if no page has fetched it yet. If the session has ended, this tab and the others find out. */
export async function checkSession(cache: QueryClient): Promise<void> {
  const hint = readHint();
  if (hint === '') return;
  await cache.query({ ...userQuery(hint), staleTime: 0 }).catch(() => undefined); // without a response nothing changes
}

/** Resolves to true if a call was refused because the session has ended. Private pages have closed by then. */
export async function hasSessionEnded(cache: QueryClient, problem: unknown): Promise<boolean> {
  if (!isSessionOver(problem)) return false;
  await checkSession(cache);
  return readHint() === '';
}

const userQuery = (hint: string) =>
  queryOptions({ queryKey: userKeyOf(hint), queryFn: ({ signal }) => fetchUser(hint, signal) });

async function fetchUser(hint: string, signal: AbortSignal): Promise<UserResponse | null> {
  if (readHint() === '') return null; // the donor has signed out since the page was rendered
  try {
    const user = await callEndpoint(sessionCalls.getUser, { signal });
    if (![hint, ''].includes(readHint())) announceSignIn(); // the response set a new hint, because the user's role changed
    return user;
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 401) throw problem;
    if (readHint() === hint) dropSignedInHint('expired'); // otherwise someone has signed in since
    return null;
  }
}
