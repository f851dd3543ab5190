import { useQuery } from '@tanstack/react-query';
import { sessionEndpoints } from '#contract/session-endpoints.ts';
import type { UserAnswer } from '#contract/session.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { userKey } from '#web/query-client.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { dropSignedInHint, noteRole, useIsSignedIn } from './signed-in-hint.ts';

/**
 * Who is signed in, as far as the page knows: `loading` while it asks (and in the prerendered page), `known` with the user or
 * null, `unreachable` when the server could not be asked.
 */
export type UserState =
  | { readonly status: 'known'; readonly user: UserAnswer | null }
  | { readonly status: 'loading' | 'unreachable'; readonly user: null };

/** The user. Without the hint that there is a session the server is not asked: the answer would be a 401 (design 6). */
export function useUser(): UserState {
  const isHydrated = useIsHydrated();
  const isSignedIn = useIsSignedIn();
  const { data, fetchStatus, isError } = useQuery({
    queryKey: userKey,
    queryFn: ({ signal }) => askForUser(signal),
    enabled: isSignedIn,
    staleTime: ({ state }) => (state.data ? Infinity : 0), // a later hint is worth another question
  });
  if (!isHydrated) return { status: 'loading', user: null };
  if (!isSignedIn) return { status: 'known', user: null };
  if (data) return { status: 'known', user: data };
  if (fetchStatus !== 'idle') return { status: 'loading', user: null }; // without a network the question waits
  return isError ? { status: 'unreachable', user: null } : { status: 'known', user: null };
}

async function askForUser(signal: AbortSignal): Promise<UserAnswer | null> {
  try {
    const user = await callEndpoint(sessionEndpoints.getUser, { signal });
    noteRole(user);
    return user;
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 401) throw problem;
    dropSignedInHint();
    return null;
  }
}
