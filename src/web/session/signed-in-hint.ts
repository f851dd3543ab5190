import { useSyncExternalStore } from 'react';
import type { signedInHint, UserAnswer } from '#contract/session.ts';

// Only the type crosses: the header of every page reads this cookie, and the contract would bring all of its schemas along.
const hintName: typeof signedInHint = 'signed_in';

const listeners = new Set<() => void>();

let isAdministrator = false;

/**
 * Whether this browser seems to be signed in: the readable cookie beside the session says so (design 6). False while
 * prerendering. The page looks again when it comes back into view, since other tabs sign in and out too.
 */
export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribe, readIsSignedIn, () => false);

/** Whether this browser seems to be signed in, for a deed. */
export const readIsSignedIn = (): boolean => document.cookie.split('; ').includes(`${hintName}=1`);

/** Takes a cookie away that promised a session which is over. */
export function dropSignedInHint(): void {
  document.cookie = `${hintName}=; path=/; max-age=0`;
  isAdministrator = false;
  noteSessionChange();
}

/** Notes what the server said of the user; it may have set the cookie just now. */
export function noteRole(user: Pick<UserAnswer, 'isAdmin'>): void {
  isAdministrator = user.isAdmin;
  noteSessionChange();
}

/** Whether the user is known to be the administrator. It opens nothing: the server checks every call. */
export const useIsAdministrator = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAdministrator && readIsSignedIn(),
    () => false,
  );

const noteSessionChange = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}
