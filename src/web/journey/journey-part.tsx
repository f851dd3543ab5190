import { lazy, type JSX } from 'react';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyDetails } from '#web/ui/feedback/lazy-details.tsx';
import rules from './journey.css?inline';

adoptStyles(rules);

const JourneyPanel = lazy(() => import('./journey-panel.tsx'));

interface JourneyPartProps {
  /** The id of the donation. */
  readonly id: string;
  /** Names the donation if there are several. */
  readonly about?: string;
}

/** Shows where a donation is on its way to the charity. */
export const JourneyPart = ({ id, ...part }: JourneyPartProps): JSX.Element => (
  <LazyDetails title="Follow this donation" loadingLabel="Loading its journey…" className="journey-part" {...part}>
    <JourneyPanel id={id} />
  </LazyDetails>
);
