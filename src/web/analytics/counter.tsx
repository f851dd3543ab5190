import { useEffect, type JSX } from 'react';
import { ConsentBar } from './consent-bar.tsx';
import { useConsent } from './consent-store.ts';
import { loadGoogleReporter, silenceGoogle } from './google-reporter.ts';
import { startReporting, stopReporting } from './reporter.ts';

interface CounterProps {
  readonly id: string;
  readonly patterns: readonly string[];
}

/** Counts visits under an id as soon as the visitor agrees, and as long; asks where nothing was decided. */
export default function Counter({ id, patterns }: CounterProps): JSX.Element | null {
  const consent = useConsent();
  useEffect(() => {
    if (consent !== 'accepted') return undefined;
    const reporter = loadGoogleReporter(id, patterns);
    startReporting(reporter);
    reporter.reportPage(window.location.pathname); // the page on which the yes was said, or which was there before the script
    return () => {
      stopReporting();
      silenceGoogle(id);
    };
  }, [id, patterns, consent]);
  return consent === 'ask' ? <ConsentBar /> : null;
}
