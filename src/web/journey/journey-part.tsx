import { lazy, useState, type JSX } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import rules from './journey.css?inline';

adoptStyles(rules);

interface JourneyPartProps {
  /** Of the donation. */
  readonly id: string;
  /** Tells several donations on a page apart, for screen readers. */
  readonly about?: string;
}

/** Where a donation is on its way to the charity, folded until someone wants to know. */
export function JourneyPart({ id, about = '' }: JourneyPartProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="journey-part" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Follow this donation
        {about !== '' && <span className="sr-only">{`: ${about}`}</span>}
      </summary>
      {isOpen && (
        <LazyPart loading={<Spinner label="Loading its journey…" />} isRequested>
          <JourneyPanel id={id} />
        </LazyPart>
      )}
    </details>
  );
}

const JourneyPanel = lazy(() => import('./journey-panel.tsx'));
