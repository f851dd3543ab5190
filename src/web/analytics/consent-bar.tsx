import './consent-bar.css';
import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { decide } from './consent-store.ts';

/** Asks once whether visits may be counted. Both answers weigh the same; until one is given, nothing is loaded. */
export const ConsentBar = (): JSX.Element => (
  <section className="consent-bar" aria-label="Statistics">
    <p>
      May we count your visit? It shows us which pages help. It takes cookies of Google Analytics; your gifts and your
      name stay with us.{' '}
      <PageLink to="/privacy" className="link">
        Privacy Policy
      </PageLink>
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
