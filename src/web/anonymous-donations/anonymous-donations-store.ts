import { useSyncExternalStore } from 'react';
import { storedInBrowser } from '#web/browser-storage.ts';
import {
  anonymousDonationsKey,
  parseAnonymousDonations,
  withDonation,
  type AnonymousDonation,
} from './anonymous-donation.ts';

const stored = storedInBrowser(anonymousDonationsKey);
const listeners = new Set<() => void>();
const none: readonly AnonymousDonation[] = [];
let parsed: { readonly text: string | null; readonly records: readonly AnonymousDonation[] } = {
  text: null,
  records: none,
};

/** Returns the unclaimed donations of this browser; none while prerendering. Follows changes in other tabs. */
export const useAnonymousDonations = (): readonly AnonymousDonation[] =>
  useSyncExternalStore(subscribe, readAnonymousDonations, () => none);

/** Returns the unclaimed donations of this browser; the same array until the store changes. */
export function readAnonymousDonations(): readonly AnonymousDonation[] {
  const text = stored.read();
  if (text !== parsed.text) parsed = { text, records: parseAnonymousDonations(text) };
  return parsed.records;
}

/** Stores a donation that the server has confirmed. Each id is stored once. */
export function rememberAnonymousDonation(donation: AnonymousDonation): void {
  const records = readAnonymousDonations();
  const added = withDonation(records, donation);
  if (added !== records) save(added);
}

/** Removes donations that were claimed or can never be claimed. An empty store is deleted. */
export function forgetAnonymousDonations(ids: ReadonlySet<string>): void {
  const records = readAnonymousDonations();
  const kept = records.filter(({ id }) => !ids.has(id));
  if (kept.length < records.length) save(kept);
}

function save(records: readonly AnonymousDonation[]): void {
  stored.write(records.length === 0 ? null : JSON.stringify(records));
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
