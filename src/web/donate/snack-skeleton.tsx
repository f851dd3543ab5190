import type { JSX } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The place of a snack that is on its way: the same boxes and lines as its card, so that nothing moves when it arrives. */
export function SnackSkeleton(): JSX.Element {
  return (
    <div className="snack-card" aria-hidden="true">
      <Skeleton className="snack-card-picture" />
      <span className="snack-card-name">
        <Skeleton className="inline-block h-4 w-24" />
      </span>
      <span className="snack-card-price">
        <Skeleton className="inline-block h-4 w-16" />
      </span>
      <span className="snack-card-meals">
        <Skeleton className="inline-block h-3 w-20" />
      </span>
    </div>
  );
}
