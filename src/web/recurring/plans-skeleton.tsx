import type { JSX } from 'react';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';

/** As tall as one plan, so that the page below does not jump. */
export const PlansSkeleton = (): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading your monthly gifts…</span>
    <Skeleton className="h-96 rounded-xl" />
  </div>
);
