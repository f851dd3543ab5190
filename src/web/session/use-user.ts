import { useQuery } from '@tanstack/react-query';
import { sessionEndpoints } from '#contract/session-endpoints.ts';
import type { UserAnswer } from '#contract/session.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { userKey } from '#web/query-client.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { dropSignedInHint, readHint, useHint } from './signed-in-hint.ts';

/**
 * Who is signed in, as far as the page knows: `loading` while it asks (and in the prerendered page), `known` with the user or
 * null, `unreachable` when the server could not be asked.
 */
export type UserState =
  | { readonly status: 'known'; readonly user: UserAnswer | null }
  | { readonly status: 'loading' | 'unreachable'; readonly user: null };

/** Where the query cache keeps the user of a session, by its hint: somebody else who signs in in another tab is asked for anew. */
export const userKeyOf = (hint: string) => [...userKey, hint] as const;

/** The user. Without the hint that there is a session the server is not asked: the answer would be a 401 (design 6). */
export function useUser(): UserState {
  const isHydrated = useIsHydrated();
  const hint = useHint();
  const { data, fetchStatus, isError } = useQuery({
    queryKey: userKeyOf(hint),
    queryFn: ({ signal }) => askForUser(hint, signal),
    enabled: hint !== '',
    staleTime: ({ state }) => (state.data ? Infinity : 0), // a later hint is worth another question
  });
  if (!isHydrated) return { status: 'loading', user: null };
  if (hint === '') return { status: 'known', user: null };
  if (data) return { status: 'known', user: data };
  if (fetchStatus !== 'idle') return { status: 'loading', user: null }; // without a network the question waits
  return isError ? { status: 'unreachable', user: null } : { status: 'known', user: null };
}

async function askForUser(hint: string, signal: AbortSignal): Promise<UserAnswer | null> {
  try {
    return await callEndpoint(sessionEndpoints.getUser, { signal });
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.status !== 401) throw problem;
    if (readHint() === hint) dropSignedInHint(); // else somebody has signed in meanwhile
    return null;
  }
}
