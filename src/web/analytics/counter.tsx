import { useEffect, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { decide, useConsent } from './consent.ts';
import { loadGoogleReporter, stopGoogleReporting } from './google-reporter.ts';
import { startReporting, stopReporting } from './reporter.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './consent-bar.css?inline';

adoptStyles(rules);

interface CounterProps {
  readonly id: string;
  readonly patterns: readonly string[];
}

/** Counts visits while the visitor consents, and asks for consent until the visitor has decided. */
export default function Counter({ id, patterns }: CounterProps): JSX.Element | null {
  const consent = useConsent();
  useEffect(() => {
    if (consent !== 'accepted') return undefined;
    const reporter = loadGoogleReporter(id, patterns);
    startReporting(reporter);
    reporter.reportPage(window.location.pathname); // the current page was opened before the script loaded
    return () => {
      stopReporting();
      stopGoogleReporting(id);
    };
  }, [id, patterns, consent]);
  return consent === 'ask' ? <ConsentBar /> : null;
}

/** Both buttons look the same. The analytics script is loaded only after Accept. */
const ConsentBar = (): JSX.Element => (
  <section className="consent-bar" aria-label="Analytics">
    <p>
      May we count your visit? Google Analytics sets cookies and records which pages you open and, when you start a
      payment, the charity and rounded amount, but never your name.{' '}
      <Link to="/privacy" className="link">
        Privacy Policy
      </Link>
    </p>
    <div className="consent-answers">
      <Button tone="secondary" onClick={() => decide('declined')}>
        Decline
      </Button>
      <Button tone="secondary" onClick={() => decide('accepted')}>
        Accept
      </Button>
    </div>
  </section>
);
