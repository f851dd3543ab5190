import { useSyncExternalStore } from 'react';
import { storedInBrowser } from '#web/browser-storage.ts';

/** The visitor's decision on analytics. */
export type Decision = 'accepted' | 'declined';

/** `off`: no analytics are configured, or the browser refuses them. `ask`: the visitor has not decided yet. */
export type Consent = 'off' | 'ask' | Decision;

/** The settings that decide about consent. */
export interface ConsentSettings {
  readonly isConfigured: boolean;
  readonly doNotTrack: boolean;
  readonly globalPrivacyControl: boolean;
  /** The decision stored in this browser. */
  readonly decision: Decision | undefined;
}

/** Analytics need an id and the visitor's consent; a refusal by the browser wins over both (spec-readings, Pages). */
export function consentFrom({ isConfigured, doNotTrack, globalPrivacyControl, decision }: ConsentSettings): Consent {
  if (!isConfigured || doNotTrack || globalPrivacyControl) return 'off';
  return decision ?? 'ask';
}

/** The local storage key of the decision. */
export const decisionKey = 'analytics_consent';

const storedDecision = storedInBrowser(decisionKey);

/** Returns the current consent. */
export const useConsent = (): Consent => useSyncExternalStore(subscribe, readConsent, () => 'off');

/** Stores a decision. It takes effect immediately, in every tab of this browser. */
export function decide(decision: Decision): void {
  storedDecision.write(decision);
  listeners.forEach((listener) => listener());
}

/** Returns the configured analytics id; `undefined` if there is none, and while prerendering. */
export const readAnalyticsId = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="analytics-id"]')?.content;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const readConsent = (): Consent =>
  consentFrom({
    isConfigured: readAnalyticsId() !== undefined,
    doNotTrack: navigator.doNotTrack === '1',
    globalPrivacyControl: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
    decision: readDecision(),
  });

function readDecision(): Decision | undefined {
  const stored = storedDecision.read();
  return stored === 'accepted' || stored === 'declined' ? stored : undefined;
}
