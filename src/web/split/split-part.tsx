import { lazy, type JSX } from 'react';
import { LazyFold } from '#web/ui/feedback/lazy-fold.tsx';

const SplitPanel = lazy(() => import('./split-panel.tsx'));

interface SplitPartProps {
  readonly id: string;
  /** Names the donation where there are several. */
  readonly about?: string;
  readonly className: string;
}

/** Where the money of a donation went. */
export const SplitPart = ({ id, ...fold }: SplitPartProps): JSX.Element => (
  <LazyFold title="Where the money went" loadingLabel="Loading where your money went…" {...fold}>
    <SplitPanel id={id} />
  </LazyFold>
);
