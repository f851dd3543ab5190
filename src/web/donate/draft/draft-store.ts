import { useSyncExternalStore } from 'react';
import { mealsOf } from '#domain/donation/basket.ts';
import { storedInTab } from '#web/browser-storage.ts';
import { useRates } from '../catalogue.ts';
import { changeDraft, emptyDraft, type Draft, type DraftChange } from './draft.ts';
import { draftText, parseDraft, storedDraftKey } from './stored-draft.ts';

// One draft per tab. It survives page changes in memory, and reloads through its copy in the session storage.
let current: Draft | undefined;
const stored = storedInTab(storedDraftKey);
const listeners = new Set<() => void>();

/** The draft of the prerendered page. */
export const prerenderedDraft = emptyDraft('');

/** Returns the draft for a component: empty while prerendering and hydrating, then the stored one. */
export const useDraft = (): Draft => useSyncExternalStore(subscribe, readDraft, () => prerenderedDraft);

/** Returns the meals of the basket; 0 if it is empty. */
export const useBasketMeals = (): number => mealsOf(useDraft().basket, useRates());

/** Returns the draft for an event handler. */
export function readDraft(): Draft {
  current ??= parseDraft(stored.read()) ?? emptyDraft(newIdempotencyKey());
  return current;
}

/** Changes and stores the draft. */
export const updateDraft = (change: DraftChange): void => save(changeDraft(readDraft(), change, newIdempotencyKey()));

/** Records that a checkout was opened for the current draft. */
export const markSubmitted = (): void => save({ ...readDraft(), isSubmitted: true });

/** Gives the draft a new key, after the server refused its checkout. */
export const renewIdempotencyKey = (): void =>
  save({ ...readDraft(), idempotencyKey: newIdempotencyKey(), isSubmitted: false });

/** Clears the draft after its payment. A draft that was changed after its checkout stays. */
export function clearSubmittedDraft(): void {
  if (readDraft().isSubmitted) save(emptyDraft(newIdempotencyKey()));
}

/** Reads the session storage again, as a fresh page would. For tests. */
export function reloadDraft(): void {
  current = undefined;
  listeners.forEach((listener) => listener());
}

function save(draft: Draft): void {
  if (draft === current) return;
  current = draft;
  stored.write(draftText(draft));
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns 128 random bits. `randomUUID` would be shorter, but browsers withhold it from pages served without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
