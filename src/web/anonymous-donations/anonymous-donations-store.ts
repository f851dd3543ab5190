import { useSyncExternalStore } from 'react';
import {
  anonymousDonationsKey,
  parseAnonymousDonations,
  withDonation,
  type AnonymousDonation,
} from './anonymous-donation.ts';

const listeners = new Set<() => void>();
const none: readonly AnonymousDonation[] = [];
let parsed: { readonly text: string | null; readonly records: readonly AnonymousDonation[] } = {
  text: null,
  records: none,
};

/** The gifts this browser made that nobody has claimed yet; none while prerendering. Follows changes in other tabs. */
export const useAnonymousDonations = (): readonly AnonymousDonation[] =>
  useSyncExternalStore(subscribe, readAnonymousDonations, () => none);

/** The gifts this browser remembers; the same array as long as the store is the same. */
export function readAnonymousDonations(): readonly AnonymousDonation[] {
  const text = readText();
  if (text !== parsed.text) parsed = { text, records: parseAnonymousDonations(text) };
  return parsed.records;
}

/** Remembers a gift that the server has confirmed, never twice. */
export function rememberAnonymousDonation(donation: AnonymousDonation): void {
  const records = readAnonymousDonations();
  const added = withDonation(records, donation);
  if (added === records) return;
  try {
    window.localStorage.setItem(anonymousDonationsKey, JSON.stringify(added));
  } catch {
    return; // a forbidden or full store: the receipt's id still claims the gift
  }
  listeners.forEach((listener) => listener());
}

function readText(): string | null {
  try {
    return window.localStorage.getItem(anonymousDonationsKey);
  } catch {
    return null; // storage may be forbidden
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
