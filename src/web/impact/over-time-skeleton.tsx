import type { JSX } from 'react';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';

/** As tall as the charts over time. */
export const OverTimeSkeleton = (): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading your charts…</span>
    <Skeleton className="over-time-skeleton" />
  </div>
);
