import { lazy, type JSX } from 'react';
import { LazyDetails } from '#web/ui/feedback/lazy-details.tsx';

const SplitPanel = lazy(() => import('./split-panel.tsx'));

interface SplitPartProps {
  readonly id: string;
  /** Names the donation if there are several. */
  readonly about?: string;
  readonly className: string;
}

/** Shows where the money of a donation went. */
export const SplitPart = ({ id, ...part }: SplitPartProps): JSX.Element => (
  <LazyDetails title="Where the money went" loadingLabel="Loading where your money went…" {...part}>
    <SplitPanel id={id} />
  </LazyDetails>
);
