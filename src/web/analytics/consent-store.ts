import { useSyncExternalStore } from 'react';
import { readAnalyticsId } from './analytics-id.ts';
import { consentOn, type Consent, type Decision } from './consent.ts';

/** Key under which this browser remembers the decision. */
export const decisionKey = 'analytics_consent';

const listeners = new Set<() => void>();

/** Whether visits may be counted, as it stands. */
export const useConsent = (): Consent => useSyncExternalStore(subscribe, readConsent, () => 'off');

/** Keeps a decision and acts on it at once, in all of this browser's tabs. */
export function decide(decision: Decision): void {
  try {
    window.localStorage.setItem(decisionKey, decision);
  } catch {
    unstored = decision; // a browser without storage asks again on the next visit
  }
  listeners.forEach((listener) => listener());
}

let unstored: Decision | undefined;

function readConsent(): Consent {
  return consentOn({
    isConfigured: readAnalyticsId() !== undefined,
    doNotTrack: navigator.doNotTrack === '1',
    globalPrivacyControl: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
    decision: readDecision(),
  });
}

function readDecision(): Decision | undefined {
  try {
    const stored = window.localStorage.getItem(decisionKey);
    return stored === 'accepted' || stored === 'declined' ? stored : unstored;
  } catch {
    return unstored;
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
