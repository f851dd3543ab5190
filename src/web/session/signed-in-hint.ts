import { useSyncExternalStore } from 'react';
import type { signedInHint } from '#contract/account/session.ts';
import { readCookies } from '#web/browser-storage.ts';
import { followOtherTabs, tellOtherTabs, type SessionChange } from './other-tabs.ts';

// Only the type is imported: every page's header reads this cookie, and the contract would bring its schemas along.
const hintName: typeof signedInHint = 'signed_in';

const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();
let lastChange: SessionChange | undefined;
let knownHint = '';

/**
 * Returns the value of the hint cookie that accompanies the session: the user's kind and tag; empty if no one is signed in, and
 * while prerendering. Follows the other tabs of this browser.
 */
export const useHint = (): string => useSyncExternalStore(subscribe, readHint, () => '');

/** Returns the hint cookie's current value, for event handlers. */
export const readHint = (): string =>
  readCookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`${hintName}=`))
    ?.slice(hintName.length + 1) ?? '';

/** Returns true if the hint cookie says that someone is signed in (decision 0074). */
export const useIsSignedIn = (): boolean => useHint() !== '';

/** Like `useIsSignedIn`, for event handlers. */
export const readIsSignedIn = (): boolean => readHint() !== '';

/** Returns true if the hint cookie names a member of the team. That grants nothing: the server checks every call. */
export const useIsStaff = (): boolean => /^(admin|staff)\./.test(useHint());

/** Returns the last change of the session since the page was loaded, if this tab knows of one. */
export const useLastSessionChange = (): SessionChange | undefined =>
  useSyncExternalStore(
    subscribe,
    () => lastChange,
    () => undefined,
  );

/** Makes this page and the other tabs read the cookie that the server has set for a new session. */
export const announceSignIn = (): void => changeSession('signed_in');

/** Removes the hint cookie of a session that has ended. */
export function dropSignedInHint(end: Exclude<SessionChange, 'signed_in'>): void {
  document.cookie = `${hintName}=; path=/; max-age=0`;
  changeSession(end);
}

/** Calls the listener when this page's session ends, or another tab begins one, before the page renders again. */
export const onSessionEnd = (listener: () => void): void => void endListeners.add(listener);

function changeSession(change: SessionChange): void {
  lastChange = change;
  knownHint = readHint();
  if (change !== 'signed_in') endListeners.forEach((listener) => listener());
  listeners.forEach((listener) => listener());
  tellOtherTabs(change);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) startWatching();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopWatching();
  };
}

let stopWatching = (): void => undefined;

/** Reads the cookie again when another tab says so and, because not all browsers pass messages, when the page comes into view. */
function startWatching(): void {
  knownHint = readHint();
  const watch = new AbortController();
  const { signal } = watch;
  for (const kind of ['visibilitychange', 'focus', 'pageshow']) window.addEventListener(kind, readAgain, { signal });
  followOtherTabs((change) => {
    lastChange = change;
    readAgain();
  }, signal);
  stopWatching = () => watch.abort();
}

function readAgain(): void {
  const hint = readHint();
  if (hint === knownHint) return;
  knownHint = hint;
  endListeners.forEach((listener) => listener());
  listeners.forEach((listener) => listener());
}
