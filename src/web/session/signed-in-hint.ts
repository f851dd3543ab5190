import { useSyncExternalStore } from 'react';
import type { signedInHint } from '#contract/session.ts';
import { readCookies } from '#web/browser-storage.ts';

// Only the type is imported: every page's header reads this cookie, and the contract would bring its schemas along.
const hintName: typeof signedInHint = 'signed_in';

const listeners = new Set<() => void>();

/**
 * The value of the hint cookie beside the session: role and tag of the user; empty when no one is signed in, and while
 * prerendering. It is read again when the page comes back into view, because other tabs sign in and out too.
 */
export const useHint = (): string => useSyncExternalStore(subscribe, readHint, () => '');

/** The hint cookie's current value, for event handlers. */
export const readHint = (): string =>
  readCookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`${hintName}=`))
    ?.slice(hintName.length + 1) ?? '';

/** Whether the hint cookie says that someone is signed in (decision 0074). */
export const useIsSignedIn = (): boolean => useHint() !== '';

/** The same, for event handlers. */
export const readIsSignedIn = (): boolean => readHint() !== '';

/** Whether the hint cookie names an administrator. It grants nothing: the server checks every call. */
export const useIsAdministrator = (): boolean => useHint().startsWith('admin.');

/** Removes the hint cookie of a session that is over. */
export function dropSignedInHint(): void {
  document.cookie = `${hintName}=; path=/; max-age=0`;
  noteSessionChange();
}

/** Makes the page read the cookie again. */
export const noteSessionChange = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  inView.forEach((kind) => window.addEventListener(kind, listener));
  return () => {
    listeners.delete(listener);
    inView.forEach((kind) => window.removeEventListener(kind, listener));
  };
}

/** A page comes into view as a tab or as a window. */
const inView = ['visibilitychange', 'focus'] as const;
