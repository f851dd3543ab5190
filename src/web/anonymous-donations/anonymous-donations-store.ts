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
  if (added !== records) keep(added);
}

/** Takes gifts out of the store: they were claimed, or never can be. The store is absent when none is left. */
export function forgetAnonymousDonations(ids: ReadonlySet<string>): void {
  const records = readAnonymousDonations();
  const left = records.filter(({ id }) => !ids.has(id));
  if (left.length < records.length) keep(left);
}

function keep(records: readonly AnonymousDonation[]): void {
  try {
    if (records.length === 0) window.localStorage.removeItem(anonymousDonationsKey);
    else window.localStorage.setItem(anonymousDonationsKey, JSON.stringify(records));
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
