import { useSyncExternalStore } from 'react';
import type { signedInHint } from '#contract/session.ts';

// Only the type crosses: the header of every page reads this cookie, and the contract would bring all of its schemas along.
const hintName: typeof signedInHint = 'signed_in';

const listeners = new Set<() => void>();

/**
 * What the readable cookie beside the session says of who is signed in: role and tag, empty when nobody seems to be, as while
 * prerendering. The page looks again when it comes back into view, since other tabs sign in and out too.
 */
export const useHint = (): string => useSyncExternalStore(subscribe, readHint, () => '');

/** The same, for a deed. */
export const readHint = (): string =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${hintName}=`))
    ?.slice(hintName.length + 1) ?? '';

/** Whether this browser seems to be signed in (design 6). */
export const useIsSignedIn = (): boolean => useHint() !== '';

/** Whether this browser seems to be signed in, for a deed. */
export const readIsSignedIn = (): boolean => readHint() !== '';

/** Whether the administrator seems to be signed in. It opens nothing: the server checks every call. */
export const useIsAdministrator = (): boolean => useHint().startsWith('admin.');

/** Takes a cookie away that promised a session which is over. */
export function dropSignedInHint(): void {
  document.cookie = `${hintName}=; path=/; max-age=0`;
  noteSessionChange();
}

/** Has the page look at the cookie again, which may be new. */
export const noteSessionChange = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  inView.forEach((kind) => window.addEventListener(kind, listener));
  return () => {
    listeners.delete(listener);
    inView.forEach((kind) => window.removeEventListener(kind, listener));
  };
}

/** How a page comes into view: as a tab, or as a window beside others. */
const inView = ['visibilitychange', 'focus'] as const;
