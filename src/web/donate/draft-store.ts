import { useSyncExternalStore } from 'react';
import { changeDraft, emptyDraft, type Draft, type DraftChange } from './draft.ts';
import { readStoredDraft, writeStoredDraft } from './stored-draft.ts';

// One draft a tab: it outlives page changes inside the product, and the copy in the session storage outlives the rest.
let current: Draft | undefined;
const listeners = new Set<() => void>();
const prerenderedDraft = emptyDraft('');

/** The gift as it stands, for a component: empty while prerendering and hydrating, then what the tab kept. */
export const useDraft = (): Draft => useSyncExternalStore(subscribe, readDraft, () => prerenderedDraft);

/** The gift as it stands, for a deed. */
export function readDraft(): Draft {
  current ??= readStoredDraft(window.sessionStorage) ?? emptyDraft(newIdempotencyKey());
  return current;
}

/** Changes the gift and keeps it. A change that changes nothing keeps the key. */
export const updateDraft = (change: DraftChange): void => keep(changeDraft(readDraft(), change, newIdempotencyKey()));

/** Notes that a checkout was opened for the gift as it stands. */
export const markSubmitted = (): void => keep({ ...readDraft(), isSubmitted: true });

/** Makes the gift a new one for the server, after the server refused to know it under its key. */
export const renewIdempotencyKey = (): void =>
  keep({ ...readDraft(), idempotencyKey: newIdempotencyKey(), isSubmitted: false });

/** Forgets the gift after it was paid. One that was changed since its checkout is a new gift, and stays. */
export function forgetSubmittedDraft(): void {
  if (readDraft().isSubmitted) keep(emptyDraft(newIdempotencyKey()));
}

/** Reads the tab's storage again, as a fresh page would. */
export function reloadDraft(): void {
  current = undefined;
  listeners.forEach((listener) => listener());
}

function keep(draft: Draft): void {
  if (draft === current) return;
  current = draft;
  writeStoredDraft(window.sessionStorage, draft);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** 128 random bits. `randomUUID` would be shorter, but browsers withhold it from pages served without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
