import type { JSX } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Stands in for the monthly gifts while their script or they themselves load: as tall as one of them. */
export const PlansSkeleton = (): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading your monthly gifts…</span>
    <Skeleton className="h-96 rounded-xl" />
  </div>
);
